import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../../../app/paths";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { PasswordField } from "../../../components/PasswordField/PasswordField";
import { ProfileFields } from "../../../components/ProfileFields/ProfileFields";
import { emptyProfile } from "../../../components/ProfileFields/profileForm";
import { TextLink } from "../../../components/TextLink/TextLink";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useTexts } from "../../../texts/TextsProvider";
import { signUpErrors } from "../signUpErrors";
import type { SignUpRefusal, SignUpValues } from "../useSignUp";

const initialValues: SignUpValues = {
  email: "",
  password: "",
  ...emptyProfile,
};

interface SignUpFormProps {
  /** Null when the account was created. */
  onSignUp: (values: SignUpValues) => Promise<SignUpRefusal | null>;
}

export function SignUpForm({ onSignUp }: SignUpFormProps) {
  const t = useTexts("auth");
  const { state: returnState } = useLocation() as { state: unknown }; // react-router types it as any
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues,
    validate: (values) => signUpErrors(values, t),
  });

  const handleSubmit = async (values: SignUpValues) => {
    setIsBusy(true);
    setFailure(null);
    const refusal = await onSignUp(values);
    setIsBusy(false);
    if (refusal === null) return;
    if (refusal.field === null) return setFailure(refusal.message);
    form.setFieldError(refusal.field, refusal.message);
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="email"
          {...form.getInputProps("email")}
        />
        <PasswordField
          label={t.password}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <ProfileFields form={form} />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t.signUp.submit}
        </Button>
        <Text>
          {t.signUp.haveAccount}{" "}
          <TextLink to={paths.login} state={returnState}>
            {t.signUp.signIn}
          </TextLink>
        </Text>
        <Text>
          {t.signUp.supportNote}{" "}
          <TextLink to={paths.contact}>{t.signUp.supportLink}</TextLink>
        </Text>
      </Stack>
    </ValidatedForm>
  );
}
