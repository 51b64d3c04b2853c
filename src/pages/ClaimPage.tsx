import { Text } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { FormCard } from "../components/FormCard/FormCard";
import {
  ClaimForm,
  type SentClaim,
} from "../features/claim/ClaimForm/ClaimForm";
import { ClaimReceived } from "../features/claim/ClaimReceived";
import { ConfirmClaim } from "../features/claim/ConfirmClaim";
import { useTrustTexts } from "../texts/useTrustTexts";

export default function ClaimPage() {
  const t = useTrustTexts().claim;
  const [params] = useSearchParams();
  const [sent, setSent] = useState<SentClaim | null>(null);
  const code = params.get("code");
  if (code !== null) return <ConfirmClaim code={code} />;
  if (sent === null) {
    return (
      <FormCard title={t.title} intro={t.intro}>
        <ClaimForm onSent={setSent} />
      </FormCard>
    );
  }
  if (sent.number !== null) return <ClaimReceived number={sent.number} />;
  return (
    <FormCard title={t.title}>
      <div role="status">
        <Text size="lg">{t.mailed(sent.email)}</Text>
        <Text>{t.mailedHint}</Text>
      </div>
    </FormCard>
  );
}
