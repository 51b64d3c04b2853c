import { FormCard } from "../components/FormCard/FormCard";
import { CompleteProfileForm } from "../features/auth/CompleteProfileForm/CompleteProfileForm";
import { useAuthTexts } from "../texts/useAuthTexts";

export default function CompleteProfilePage() {
  const t = useAuthTexts().complete;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <CompleteProfileForm />
    </FormCard>
  );
}
