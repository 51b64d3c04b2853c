import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { paths } from "../../../routing/paths";
import { checkPassword } from "../../../../convex/shared/checkPassword";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { AccountOfPassword } from "../../../components/PasswordField/AccountOfPassword";
import { PasswordField } from "../../../components/PasswordField/PasswordField";
import { TextLink } from "../../../components/TextLink/TextLink";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { type ResetLink, useResetPassword } from "../useResetPassword";

interface ResetPasswordFormProps {
  /** Null if the page's address does not contain a reset link. */
  link: ResetLink | null;
  onDone: () => void;
}

export function ResetPasswordForm({ link, onDone }: ResetPasswordFormProps) {
  const t = useAuthTexts();
  const { textOf } = useErrorTexts();
  const resetPassword = useResetPassword(link);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(
    textOf(link === null ? "RESET_LINK_INVALID" : null),
  );
  const form = useForm({
    initialValues: { password: "", confirmation: "" },
    validate: {
      password: (password) => textOf(checkPassword(password)),
      confirmation: (confirmation, { password }) =>
        confirmation === password ? null : t.reset.mismatch,
    },
  });

  const handleSubmit = async ({ password }: typeof form.values) => {
    setIsBusy(true);
    setFailure(null);
    const refusal = await resetPassword(password);
    setIsBusy(false);
    if (refusal === null) return onDone();
    if (refusal.isOfPassword) form.setFieldError("password", refusal.message);
    else setFailure(refusal.message);
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        {link !== null && <AccountOfPassword email={link.email} />}
        <PasswordField
          label={t.reset.newPassword}
          description={t.passwordHint}
          name="password"
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <PasswordField
          label={t.reset.confirmPassword}
          name="confirmation"
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
