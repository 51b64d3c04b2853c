import { FormCard } from "../components/FormCard/FormCard";
import { SignInForm } from "../features/auth/SignInForm/SignInForm";
import { useSignIn } from "../features/auth/useSignIn";
import { useAuthTexts } from "../texts/useAuthTexts";

export default function LoginPage() {
  const t = useAuthTexts().login;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <SignInForm onSignIn={useSignIn()} />
    </FormCard>
  );
}
