import { FormCard } from "../components/FormCard/FormCard";
import { CompleteProfileForm } from "../features/auth/CompleteProfileForm/CompleteProfileForm";
import { useTexts } from "../texts/TextsProvider";

export function CompleteProfilePage() {
  const t = useTexts("auth").complete;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <CompleteProfileForm />
    </FormCard>
  );
}
