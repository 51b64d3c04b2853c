import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type {
  ClaimConfirmation,
  WaitingClaim,
} from "../../../convex/shared/moderation";
import { ErrorNote } from "../../components/ErrorNote/ErrorNote";
import { FormCard } from "../../components/FormCard/FormCard";
import { useFailureText } from "../../hooks/useFailureText";
import { paths } from "../../routing/paths";
import { useTrustTexts } from "../../texts/useTrustTexts";
import { ClaimReceived } from "./ClaimReceived";

type Content = Extract<WaitingClaim, { status: "waiting" }>;

/**
 * The page behind the mailed link. It shows the claim and asks before sending it, because mail
 * scanners open links too, and anyone can enter any address.
 */
export function ConfirmClaim({ code }: { code: string }) {
  const t = useTrustTexts().claim;
  const failureText = useFailureText();
  const confirm = useMutation(api.claims.confirm);
  const read = useMutation(api.claims.read);
  const [content, setContent] = useState<Content | null>(null);
  const [outcome, setOutcome] = useState<ClaimConfirmation | null>(null);
  const asked = useRef<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (asked.current === code) return;
    asked.current = code;
    read({ code })
      .then((claim) => {
        if (claim.status === "waiting") setContent(claim);
        else setOutcome(claim);
      })
      .catch((error: unknown) => setFailure(failureText(error, t.notRead)));
  }, [code, read, failureText, t.notRead]);

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
        {content !== null && <ClaimContent content={content} />}
        {failure !== null && <ErrorNote message={failure} />}
        <Button
          loading={isBusy}
          disabled={content === null}
          onClick={() => void answer()}
        >
          {t.confirm}
        </Button>
      </Stack>
    </FormCard>
  );
}

/** Plain text: a stranger may have written it, so nothing in it is a link. */
function ClaimContent({ content }: { content: Content }) {
  const t = useTrustTexts().claim;
  return (
    <Stack component="dl" gap="xs" m={0}>
      {(["name", "link", "work", "proof", "signature"] as const).map(
        (field) => (
          <div key={field}>
            <Text component="dt" c="dimmed" size="sm">
              {t[field]}
            </Text>
            <Text
              component="dd"
              m={0}
              style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
            >
              {content[field]}
            </Text>
          </div>
        ),
      )}
    </Stack>
  );
}
