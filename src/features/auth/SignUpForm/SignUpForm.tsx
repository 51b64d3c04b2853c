import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../../../routing/paths";
import { readReturnState } from "../../../routing/returnTarget";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { PasswordField } from "../../../components/PasswordField/PasswordField";
import { ProfileFields } from "../../../components/ProfileFields/ProfileFields";
import { EMPTY_PROFILE } from "../../../components/ProfileFields/profileValues";
import { TextLink } from "../../../components/TextLink/TextLink";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useTexts } from "../../../texts/TextsProvider";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { signUpErrors } from "../signUpErrors";
import { KeptNote } from "../KeptNote/KeptNote";
import type { SignUpRefusal, SignUpValues } from "../useSignUp";

const INITIAL_VALUES: SignUpValues = {
  email: "",
  password: "",
  ...EMPTY_PROFILE,
};

interface SignUpFormProps {
  /** Resolves to nothing if the account was created. */
  onSignUp: (values: SignUpValues) => Promise<readonly SignUpRefusal[]>;
}

export function SignUpForm({ onSignUp }: SignUpFormProps) {
  const t = useAuthTexts();
  const { textsOf } = useErrorTexts();
  const returnState = readReturnState(useLocation());
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: INITIAL_VALUES,
    validate: (values) => textsOf(signUpErrors(values)),
  });

  const handleSubmit = async (values: SignUpValues) => {
    setIsBusy(true);
    setFailure(null);
    const refusals = await onSignUp(values);
    setIsBusy(false);
    for (const { field, message } of refusals) {
      if (field === null) setFailure(message);
      else form.setFieldError(field, message);
    }
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          name="email"
          autoComplete="username" // members sign in with their email
          {...form.getInputProps("email")}
        />
        <PasswordField
          label={t.password}
          description={t.passwordHint}
          name="password"
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <ProfileFields form={form} />
        <KeptNote />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t.signUp.submit}
        </Button>
        <Agreement />
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

function Agreement() {
  const { agreement } = useAuthTexts().signUp;
  const t = useTexts("shell");
  return (
    <Text c="dimmed">
      {agreement} <TextLink to={paths.terms}>{t.terms}</TextLink>,{" "}
      <TextLink to={paths.community}>{t.community}</TextLink>,{" "}
      <TextLink to={paths.privacy}>{t.privacy}</TextLink>
    </Text>
  );
}
