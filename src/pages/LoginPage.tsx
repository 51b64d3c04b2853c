import { FormCard } from "../components/FormCard/FormCard";
import { SignInForm } from "../features/auth/SignInForm/SignInForm";
import { useSignIn } from "../features/auth/useSignIn";
import { useTexts } from "../texts/TextsProvider";

export function LoginPage() {
  const t = useTexts("auth").login;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <SignInForm onSignIn={useSignIn()} />
    </FormCard>
  );
}
