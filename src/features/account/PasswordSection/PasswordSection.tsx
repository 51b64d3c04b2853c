import { Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAction } from "convex/react";
import { useState } from "react";
import { checkPassword } from "../../../../convex/shared/checkPassword";
import { api } from "../../../../convex/_generated/api";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { AccountOfPassword } from "../../../components/PasswordField/AccountOfPassword";
import { PasswordField } from "../../../components/PasswordField/PasswordField";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useViewer } from "../../../hooks/useViewer";
import { ownDevice } from "../../../lib/ownDevice";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useAttempt } from "../useAttempt";

const EMPTY = { currentPassword: "", password: "", confirmation: "" };

/** Changes the password, which ends the other sessions. */
export function PasswordSection() {
  const { password: t } = useAccountTexts();
  return (
    <AccountSection row="password" title={t.title} hint={t.hint}>
      <PasswordForm />
    </AccountSection>
  );
}

/** What was typed here is gone when the row closes. */
function PasswordForm() {
  const auth = useAuthTexts();
  const t = useAccountTexts();
  const email = useViewer()?.email ?? "";
  const { form, isBusy, outcome, submit } = usePasswordChange();
  return (
    <ValidatedForm label={t.password.title} form={form} onSubmit={submit}>
      <Stack>
        <AccountOfPassword email={email} />
        <PasswordField
          label={t.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          {...form.getInputProps("currentPassword")}
        />
        <PasswordField
          label={auth.reset.newPassword}
          description={auth.passwordHint}
          name="password"
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <PasswordField
          label={auth.reset.confirmPassword}
          name="confirmation"
          autoComplete="new-password"
          {...form.getInputProps("confirmation")}
        />
        {outcome === "done" && (
          <Text role="status" c="peacock" fw={600}>
            {t.password.done}
          </Text>
        )}
        {outcome !== null && outcome !== "done" && (
          <ErrorNote message={outcome} />
        )}
        <Button type="submit" variant="default" loading={isBusy}>
          {t.password.submit}
        </Button>
      </Stack>
    </ValidatedForm>
  );
}

/** The form, and how it is sent. `outcome` is "done", an error text, or null before the first attempt. */
function usePasswordChange() {
  const auth = useAuthTexts();
  const { textOf } = useErrorTexts();
  const changePassword = useAction(api.account.changePassword);
  const { isBusy, attempt } = useAttempt();
  const [outcome, setOutcome] = useState<string | null>(null);
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      currentPassword: (password) =>
        textOf(password === "" ? "PASSWORD_REQUIRED" : null),
      password: (password) => textOf(checkPassword(password)),
      confirmation: (confirmation, { password }) =>
        confirmation === password ? null : auth.reset.mismatch,
    },
  });

  const submit = async (values: typeof form.values) => {
    setOutcome(null);
    const { currentPassword, password: newPassword } = values;
    const refusal = await attempt(() =>
      changePassword({
        password: currentPassword,
        newPassword,
        device: ownDevice(),
      }),
    );
    if (refusal === null) {
      form.reset();
      return setOutcome("done");
    }
    if (refusal.field === null) return setOutcome(refusal.message);
    form.setFieldError(refusal.field, refusal.message);
  };

  return { form, isBusy, outcome, submit };
}
