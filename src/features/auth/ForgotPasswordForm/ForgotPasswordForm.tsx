import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { typedEmail } from "../../../../convex/shared/email";
import { TextLink } from "../../../components/TextLink/TextLink";
import { paths } from "../../../routing/paths";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { ownEmailError } from "../emailError";
import { EmailForm } from "../EmailForm";

interface ForgotPasswordFormProps {
  onSent: (email: string) => void;
}

export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const t = useAuthTexts();
  const requestReset = useMutation(api.account.requestReset);

  return (
    <EmailForm
      field={{ label: t.email, autoComplete: "username" }}
      check={ownEmailError}
      onSubmit={async (typed) => {
        const email = typedEmail(typed);
        await requestReset({ email });
        onSent(email);
        return null;
      }}
      failed={t.forgot.failed}
      submit={{ label: t.forgot.submit }}
    >
      <TextLink to={paths.login}>{t.forgot.backToLogin}</TextLink>
    </EmailForm>
  );
}
