import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { typedEmail } from "../../../../convex/shared/email";
import { paths } from "../../../routing/paths";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { TextLink } from "../../../components/TextLink/TextLink";
import { useFailureText } from "../../../hooks/useFailureText";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { ownEmailError } from "../emailError";

interface ForgotPasswordFormProps {
  onSent: (email: string) => void;
}

export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const t = useAuthTexts();
  const { textOf } = useErrorTexts();
  const requestReset = useMutation(api.account.requestReset);
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: "" },
    validate: { email: (email) => textOf(ownEmailError(email)) },
  });

  const handleSubmit = async (values: typeof form.values) => {
    const email = typedEmail(values.email);
    setIsBusy(true);
    setFailure(null);
    try {
      await requestReset({ email });
      onSent(email);
    } catch (error) {
      setFailure(failureText(error, t.forgot.failed));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          name="email"
          autoComplete="username"
          {...form.getInputProps("email")}
        />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t.forgot.submit}
        </Button>
        <TextLink to={paths.login}>{t.forgot.backToLogin}</TextLink>
      </Stack>
    </ValidatedForm>
  );
}
