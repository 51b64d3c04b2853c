import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../../routing/paths";
import { readReturnState } from "../../../routing/returnTarget";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { PasswordField } from "../../../components/PasswordField/PasswordField";
import { TextLink } from "../../../components/TextLink/TextLink";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { ownEmailError } from "../emailError";
import { KeptNote } from "../KeptNote/KeptNote";
import type { SignInResult } from "../useSignIn";

interface SignInFormProps {
  onSignIn: (
    email: string,
    password: string,
    code?: string,
  ) => Promise<SignInResult>;
}

export function SignInForm({ onSignIn }: SignInFormProps) {
  const t = useAuthTexts();
  const { textOf } = useErrorTexts();
  const navigate = useNavigate();
  const returnState = readReturnState(useLocation());
  const [isBusy, setIsBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: "", password: "", code: "" },
    validate: {
      email: (email) => textOf(ownEmailError(email)),
      password: (password) =>
        textOf(password === "" ? "PASSWORD_REQUIRED" : null),
    },
  });

  const handleSubmit = async (values: typeof form.values) => {
    setIsBusy(true);
    setFailure(null);
    const code = needsCode ? [values.code] : [];
    const result = await onSignIn(values.email, values.password, ...code);
    // After another failure, the mailed code still works, so the field for it stays.
    setNeedsCode((isAsked) => isAsked || result.needsCode === true);
    setFailure(result.failure);
    setIsBusy(false);
    if (result.toActivate) {
      void navigate(paths.activate, { state: { notice: "notConfirmed" } });
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
        <PasswordField
          label={t.password}
          name="password"
          autoComplete="current-password"
          {...form.getInputProps("password")}
        />
        {needsCode && (
          <TextInput
            label={t.login.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.getInputProps("code")}
          />
        )}
        <TextLink to={paths.forgotPassword}>{t.login.forgot}</TextLink>
        <KeptNote />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t.login.submit}
        </Button>
        <Text>
          {t.login.noAccount}{" "}
          <TextLink to={paths.signup} state={returnState}>
            {t.login.signUp}
          </TextLink>
        </Text>
      </Stack>
    </ValidatedForm>
  );
}
