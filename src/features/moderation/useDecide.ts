import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type {
  PendingDecision,
  QueuedCase,
} from "../../../convex/shared/moderation";
import type { Decision } from "../../../convex/shared/safety";
import { useFailureText } from "../../hooks/useFailureText";
import { showToast } from "../../lib/showToast";
import { useTrustTexts } from "../../texts/useTrustTexts";
import type { Choice } from "./choices";

type CaseId = QueuedCase["id"];

interface Decider {
  /** Decisions that are being sent to the server, by case. */
  sending: ReadonlyMap<CaseId, Decision>;
  decide: (caseId: CaseId, choice: Choice, reason: string) => void;
  /** Withdraws a decision; resolves to whether that was still possible. */
  undo: (pending: PendingDecision) => Promise<boolean>;
}

/**
 * Sends and undoes decisions. If the server refuses one, the reason is shown and the case stays in
 * the queue.
 */
export function useDecide(): Decider {
  const t = useTrustTexts();
  const failureText = useFailureText();
  const sendDecision = useMutation(api.moderation.decide);
  const sendUndo = useMutation(api.moderation.undo);
  const [sending, setSending] = useState<Decider["sending"]>(new Map());

  const fail = (error: unknown) =>
    showToast(failureText(error, t.failed), { isFailure: true });

  const decide: Decider["decide"] = (caseId, choice, reason) => {
    const { decision, suspension } = choice;
    setSending((sent) => new Map([...sent, [caseId, decision]]));
    sendDecision({ caseId, decision, suspension, reason })
      .catch(fail)
      .finally(() =>
        setSending(
          (sent) => new Map([...sent].filter(([id]) => id !== caseId)),
        ),
      );
  };

  const undo: Decider["undo"] = async ({ id }) => {
    try {
      await sendUndo({ pendingId: id });
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };

  return { sending, decide, undo };
}
