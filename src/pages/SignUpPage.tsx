import { FormCard } from "../components/FormCard/FormCard";
import { SignUpForm } from "../features/auth/SignUpForm/SignUpForm";
import { useSignUp } from "../features/auth/useSignUp";
import { useTexts } from "../texts/TextsProvider";

export function SignUpPage() {
  const t = useTexts("auth").signUp;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <SignUpForm onSignUp={useSignUp()} />
    </FormCard>
  );
}
