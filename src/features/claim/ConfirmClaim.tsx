import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { ClaimConfirmation } from "../../../convex/shared/moderation";
import { ErrorNote } from "../../components/ErrorNote/ErrorNote";
import { FormCard } from "../../components/FormCard/FormCard";
import { useFailureText } from "../../hooks/useFailureText";
import { paths } from "../../routing/paths";
import { useTrustTexts } from "../../texts/useTrustTexts";
import { ClaimReceived } from "./ClaimReceived";

/**
 * The page that the mailed link opens. It asks first, because mail scanners open
 * links too, and anyone can enter any address.
 */
export function ConfirmClaim({ code }: { code: string }) {
  const t = useTrustTexts().claim;
  const failureText = useFailureText();
  const confirm = useMutation(api.claims.confirm);
  const [outcome, setOutcome] = useState<ClaimConfirmation | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const answer = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      setOutcome(await confirm({ code }));
    } catch (error) {
      setFailure(failureText(error, t.failed));
    } finally {
      setIsBusy(false);
    }
  };

  if (outcome?.status === "opened") {
    return <ClaimReceived number={outcome.number} />;
  }
  if (outcome !== null) {
    return (
      <FormCard title={t.title}>
        <Stack>
          <ErrorNote message={t.refused[outcome.status]} />
          <Button component={Link} to={paths.claim} variant="default">
            {t.again}
          </Button>
        </Stack>
      </FormCard>
    );
  }
  return (
    <FormCard title={t.title}>
      <Stack>
        <Text>{t.askText}</Text>
        <Text c="dimmed">{t.askHint}</Text>
        {failure !== null && <ErrorNote message={failure} />}
        <Button loading={isBusy} onClick={() => void answer()}>
          {t.confirm}
        </Button>
      </Stack>
    </FormCard>
  );
}
