import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { paths } from "../../../app/paths";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { PasswordField } from "../../../components/PasswordField/PasswordField";
import { TextLink } from "../../../components/TextLink/TextLink";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useTexts } from "../../../texts/TextsProvider";
import { passwordError } from "../passwordError";
import { type ResetLink, useResetPassword } from "../useResetPassword";

interface ResetPasswordFormProps {
  /** Null when the address holds no link's code. */
  link: ResetLink | null;
  onDone: () => void;
}

export function ResetPasswordForm({ link, onDone }: ResetPasswordFormProps) {
  const t = useTexts("auth");
  const resetPassword = useResetPassword(link);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(
    link === null ? t.reset.invalidLink : null,
  );
  const form = useForm({
    initialValues: { password: "", confirmation: "" },
    validate: {
      password: (password) => passwordError(password, t),
      confirmation: (confirmation, { password }) =>
        confirmation === password ? null : t.reset.mismatch,
    },
  });

  const handleSubmit = async ({ password }: typeof form.values) => {
    setIsBusy(true);
    setFailure(null);
    const refusal = await resetPassword(password);
    setIsBusy(false);
    if (refusal === null) onDone();
    else setFailure(refusal);
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <PasswordField
          label={t.reset.newPassword}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <PasswordField
          label={t.reset.confirmPassword}
          autoComplete="new-password"
          {...form.getInputProps("confirmation")}
        />
        {failure !== null && (
          <>
            <ErrorNote message={failure} />
            <TextLink to={paths.forgotPassword}>{t.reset.requestNew}</TextLink>
          </>
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          {t.reset.submit}
        </Button>
      </Stack>
    </ValidatedForm>
  );
}
