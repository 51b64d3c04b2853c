import { FormCard } from "../components/FormCard/FormCard";
import { SignUpForm } from "../features/auth/SignUpForm/SignUpForm";
import { useSignUp } from "../features/auth/useSignUp";
import { useAuthTexts } from "../texts/useAuthTexts";

export default function SignUpPage() {
  const t = useAuthTexts().signUp;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <SignUpForm onSignUp={useSignUp()} />
    </FormCard>
  );
}
