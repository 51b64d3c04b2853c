import { useAuthActions } from "@convex-dev/auth/react";
import { normalizeEmail } from "../../../convex/shared/email";
import {
  type ProfileValues,
  fieldOfFailure,
  submittedProfile,
} from "../../components/ProfileFields/profileForm";
import { useFailureText } from "../../hooks/useFailureText";
import { failureCode } from "../../lib/failureText";
import { useTexts } from "../../texts/TextsProvider";

export interface SignUpValues extends ProfileValues {
  email: string;
  password: string;
}

/** Where a refused sign-up is told: at a field, or (null) for the whole form. */
export interface SignUpRefusal {
  field: string | null;
  message: string;
}

/** Creates the account; null means done, and the session arrives through `useViewer`. */
export function useSignUp() {
  const { signIn } = useAuthActions();
  const t = useTexts("auth").signUp;
  const failureText = useFailureText();

  return async (values: SignUpValues): Promise<SignUpRefusal | null> => {
    try {
      const { signingIn } = await signIn("password", {
        flow: "signUp",
        email: normalizeEmail(values.email),
        password: values.password,
        ...submittedProfile(values),
      });
      return signingIn ? null : { field: null, message: t.failed };
    } catch (error) {
      return {
        field: fieldOfFailure(failureCode(error)),
        message: failureText(error, t.failed),
      };
    }
  };
}
