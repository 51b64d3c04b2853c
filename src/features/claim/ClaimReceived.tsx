import { Text } from "@mantine/core";
import { FormCard } from "../../components/FormCard/FormCard";
import { useTrustTexts } from "../../texts/useTrustTexts";

/** Says that the moderators have the claim. */
export function ClaimReceived({ number }: { number: string }) {
  const t = useTrustTexts().claim;
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
