import { Button } from "@mantine/core";
import type { Proof } from "../../../../convex/shared/validators";
import { copyText } from "../../../lib/copyText";
import { dateTimeText } from "../../../lib/dateText";
import { logFailure } from "../../../lib/logFailure";
import { showToast } from "../../../lib/showToast";
import { useLanguage } from "../../../texts/TextsProvider";
import { useProofTexts } from "../../../texts/useProofTexts";
import classes from "./BeatProof.module.css";

/**
 * Shows when the file was stored, its digest and what the digest proves, and a button that copies
 * the digest.
 */
export function ProofDetails({ proof }: { proof: Proof }) {
  const t = useProofTexts();
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
    <>
      <p className={classes.meaning}>
        {t.stored(dateTimeText(storedAt, language))}
      </p>
      <code className={classes.digest}>{sha256}</code>
      <p className={classes.meaning}>{t.meaning}</p>
      <Button variant="default" size="sm" onClick={() => void handleCopy()}>
        {t.copy}
      </Button>
    </>
  );
}
