import { Text } from "@mantine/core";
import { useState } from "react";
import { FormCard } from "../components/FormCard/FormCard";
import { ClaimForm } from "../features/claim/ClaimForm/ClaimForm";
import { useTrustTexts } from "../texts/useTrustTexts";

export default function ClaimPage() {
  const t = useTrustTexts().claim;
  const [number, setNumber] = useState<string | null>(null);
  if (number === null) {
    return (
      <FormCard title={t.title} intro={t.intro}>
        <ClaimForm onSent={setNumber} />
      </FormCard>
    );
  }
  return (
    <FormCard title={t.title}>
      <div role="status">
        <Text size="lg">{t.done}</Text>
        <Text fw={600}>{t.doneNumber(number)}</Text>
        <Text>{t.doneHint}</Text>
      </div>
    </FormCard>
  );
}
