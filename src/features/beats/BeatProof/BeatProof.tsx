import { Button } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import type { BeatSummary, Proof } from "../../../../convex/shared/validators";
import { Fold } from "../../../components/Fold/Fold";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { copyText } from "../../../lib/copyText";
import { logFailure } from "../../../lib/logFailure";
import { showToast } from "../../../lib/showToast";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import { dateTimeText } from "../../../lib/dateText";
import classes from "./BeatProof.module.css";

/** Digits that are shown before the line is opened. */
const SHORT_DIGITS = 8;

/** Shows when the server received a beat's file, and its SHA-256. A fold shows the whole digest. */
export function BeatProof({ beat }: { beat: BeatSummary }) {
  const result = useLiveQuery({
    query: api.beats.proof,
    args: { beatId: beat.id },
  });
  const proof = result.status === "success" ? result.data : null;
  return (
    <div className={classes.place}>{proof && <ProofLine proof={proof} />}</div>
  );
}

function ProofLine({ proof }: { proof: Proof }) {
  const t = useTexts("terms").proof;
  const { language } = useLanguage();
  const { sha256, storedAt } = proof;

  const handleCopy = async () => {
    try {
      await copyText(sha256);
      showToast(t.copied);
    } catch (error) {
      logFailure("copying a digest failed", error);
      showToast(t.copyFailed(sha256), { isFailure: true });
    }
  };

  return (
    <Fold
      className={classes.proof}
      title={t.line(
        dateTimeText(storedAt, language),
        sha256.slice(0, SHORT_DIGITS),
      )}
    >
      <code className={classes.digest}>{sha256}</code>
      <p className={classes.meaning}>{t.meaning}</p>
      <Button variant="default" size="sm" onClick={() => void handleCopy()}>
        {t.copy}
      </Button>
    </Fold>
  );
}
