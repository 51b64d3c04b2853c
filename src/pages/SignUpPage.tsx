import { FormCard } from "../components/FormCard/FormCard";
import { SignUpForm } from "../features/auth/SignUpForm/SignUpForm";
import { useTexts } from "../texts/TextsProvider";

export function SignUpPage() {
  const t = useTexts("auth").signUp;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <SignUpForm />
    </FormCard>
  );
}
