import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { PendingDecision, QueuedCase } from "../../../convex/shared/cases";
import { useFailureText } from "../../hooks/useFailureText";
import { showToast } from "../../lib/showToast";
import { useTrustTexts } from "../../texts/useTrustTexts";
import type { Choice } from "./choices";

type CaseId = QueuedCase["id"];

interface Decider {
  /** Cases whose decision is on its way to the server. */
  sending: ReadonlySet<CaseId>;
  decide: (caseId: CaseId, choice: Choice, reason: string) => void;
  /** Withdraws a decision; resolves to whether it was in time. */
  undo: (pending: PendingDecision) => Promise<boolean>;
}

/** Decides and undoes. A refusal is shown, and its case stays in the queue. */
export function useDecide(): Decider {
  const t = useTrustTexts();
  const failureText = useFailureText();
  const sendDecision = useMutation(api.moderation.decide);
  const sendUndo = useMutation(api.moderation.undo);
  const [sending, setSending] = useState<ReadonlySet<CaseId>>(new Set());

  const fail = (error: unknown) =>
    showToast(failureText(error, t.failed), { isFailure: true });

  const decide: Decider["decide"] = (caseId, choice, reason) => {
    const { decision, suspension } = choice;
    setSending((ids) => new Set([...ids, caseId]));
    sendDecision({ caseId, decision, suspension, reason })
      .catch(fail)
      .finally(() =>
        setSending((ids) => new Set([...ids].filter((id) => id !== caseId))),
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
