import { FormCard } from "../components/FormCard/FormCard";
import { SupportEmail } from "../features/shell/SupportEmail/SupportEmail";
import { useTexts } from "../texts/TextsProvider";

export function ContactPage() {
  const t = useTexts("shell").contact;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <SupportEmail />
    </FormCard>
  );
}
