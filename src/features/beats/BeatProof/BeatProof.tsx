import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { BeatSummary, Proof } from "../../../../convex/shared/validators";
import { Fold } from "../../../components/Fold/Fold";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./BeatProof.module.css";

const ProofDetails = onDemand(
  async () => (await import("./ProofDetails")).ProofDetails,
);

/** A folded line that shows when the server received a beat's file, and the file's SHA-256. */
export function BeatProof({ beat }: { beat: BeatSummary }) {
  const result = useLiveQuery({
    query: api.beats.proof,
    args: { beatId: beat.id },
  });
  const proof = result.status === "success" ? result.data : null;
  return (
    <div className={classes.place}>{proof && <ProofFold proof={proof} />}</div>
  );
}

function ProofFold({ proof }: { proof: Proof }) {
  const t = useTexts("terms");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Fold className={classes.proof} title={t.proof} onToggle={setIsOpen}>
      {isOpen && <ProofDetails proof={proof} />}
    </Fold>
  );
}
