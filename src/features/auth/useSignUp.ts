import { useAuthActions } from "@convex-dev/auth/react";
import { normalizeEmail } from "../../../convex/shared/email";
import {
  type ProfileValues,
  fieldOfFailure,
  submittedProfile,
} from "../../components/ProfileFields/profileValues";
import { useFailureText } from "../../hooks/useFailureText";
import { ownDevice } from "../../lib/ownDevice";
import { alsoWrong, failureCode } from "../../lib/failureText";
import { useErrorTexts } from "../../hooks/useErrorTexts";
import { chooseLanguage } from "../../texts/language";
import { useLanguage } from "../../texts/TextsProvider";

export interface SignUpValues extends ProfileValues {
  email: string;
  password: string;
}

/**
 * Why a sign-up was refused. `field` is the form field that shows the reason; null for the whole
 * form.
 */
export interface SignUpRefusal {
  field: string | null;
  message: string;
}

/**
 * Returns a function that creates an account. It resolves to the list of errors, which is empty on
 * success, and never rejects. The session itself arrives through `useViewer`.
 */
export function useSignUp() {
  const { signIn } = useAuthActions();
  const { byCode } = useErrorTexts();
  const failureText = useFailureText();
  const { language } = useLanguage();

  return async (values: SignUpValues): Promise<readonly SignUpRefusal[]> => {
    try {
      const { signingIn } = await signIn("password", {
        flow: "signUp",
        email: normalizeEmail(values.email),
        password: values.password,
        device: ownDevice(),
        ...submittedProfile(values),
      });
      if (signingIn) {
        // The link in the mail opens another tab, which does not know in which language this began.
        chooseLanguage(language);
        return [];
      }
      return [{ field: null, message: byCode.SIGN_UP_FAILED }];
    } catch (error) {
      const first = {
        field: fieldOfFailure(failureCode(error)),
        message: failureText(error, byCode.SIGN_UP_FAILED),
      };
      const also = alsoWrong(error);
      if (also === null) return [first];
      return [first, { field: fieldOfFailure(also), message: byCode[also] }];
    }
  };
}
