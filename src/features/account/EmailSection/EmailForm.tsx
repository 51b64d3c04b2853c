import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { normalizeEmail } from "../../../../convex/shared/email";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { PasswordField } from "../../../components/PasswordField/PasswordField";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { emailError } from "../../auth/emailError";
import { useAttempt } from "../useAttempt";

/** Asks for a new address. Once the server has the change, the section shows that it is pending. */
export function EmailForm() {
  const { textOf } = useErrorTexts();
  const t = useAccountTexts();
  const request = useAction(api.emailChanges.request);
  const { isBusy, attempt } = useAttempt();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: "", currentPassword: "" },
    validate: {
      email: (email) => textOf(emailError(email)),
      currentPassword: (password) =>
        textOf(password === "" ? "PASSWORD_REQUIRED" : null),
    },
  });

  const handleSubmit = async (values: typeof form.values) => {
    setFailure(null);
    const email = normalizeEmail(values.email);
    const password = values.currentPassword;
    const refusal = await attempt(() => request({ email, password }));
    if (refusal === null) return form.reset();
    if (refusal.field === null) return setFailure(refusal.message);
    form.setFieldError(refusal.field, refusal.message);
  };

  return (
    <ValidatedForm label={t.email.title} form={form} onSubmit={handleSubmit}>
      <Stack>
        <TextInput
          label={t.email.newEmail}
          type="email"
          name="email"
          autoComplete="email"
          {...form.getInputProps("email")}
        />
        <PasswordField
          label={t.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          {...form.getInputProps("currentPassword")}
        />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" variant="default" loading={isBusy}>
          {t.email.submit}
        </Button>
      </Stack>
    </ValidatedForm>
  );
}
