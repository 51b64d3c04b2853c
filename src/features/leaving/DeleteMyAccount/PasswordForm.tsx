import { Button, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { PasswordField } from "../../../components/PasswordField/PasswordField";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useViewer } from "../../../hooks/useViewer";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useTexts } from "../../../texts/TextsProvider";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import { useDeleteAccount } from "./useDeleteAccount";

interface PasswordFormProps {
  /** See `useDeleteAccount`. */
  onDeleting: (isDeleting: boolean) => void;
  onCancel: () => void;
}

export function PasswordForm({ onDeleting, onCancel }: PasswordFormProps) {
  const t = useLeavingTexts().remove;
  const { textOf } = useErrorTexts();
  const { cancel } = useTexts("common");
  const deleteAccount = useDeleteAccount(onDeleting);
  const email = useViewer()?.email ?? "";
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { password: "" },
    validate: {
      password: (password) =>
        textOf(password === "" ? "PASSWORD_REQUIRED" : null),
    },
  });

  const handleSubmit = async ({ password }: typeof form.values) => {
    setIsBusy(true);
    setFailure(null);
    const refusal = await deleteAccount(password);
    setIsBusy(false);
    if (refusal?.isOfPassword) form.setFieldError("password", refusal.message);
    else setFailure(refusal?.message ?? null);
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        {/* Password managers look for the account's address next to its password. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t.passwordLabel}
          name="password"
          autoComplete="current-password"
          {...form.getInputProps("password")}
        />
        {failure !== null && <ErrorNote message={failure} />}
        <Group>
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            {cancel}
          </Button>
          <Button type="submit" color="sindoor" loading={isBusy}>
            {t.confirm}
          </Button>
        </Group>
      </Stack>
    </ValidatedForm>
  );
}
