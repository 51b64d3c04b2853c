import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { OpenedConfirmation } from "../../../convex/shared/validators";
import { logFailure } from "../../lib/logFailure";

export type Confirmation =
  | OpenedConfirmation
  | { status: "working" | "failed" }
  /** The account was deleted because the owner of the address did not create it. */
  | { status: "removed" };

/**
 * Looks up what an emailed confirmation link is for. Opening the link changes nothing;
 * `confirm` confirms the account and `disown` deletes it. `disown` rejects if it
 * fails; `confirm` reports failures in the state.
 */
export function useConfirmation(code: string) {
  const openConfirmation = useMutation(api.account.openConfirmation);
  const confirmEmail = useMutation(api.account.confirmEmail);
  const disownAccount = useMutation(api.account.disown);
  const [confirmation, setConfirmation] = useState<Confirmation>({
    status: "working",
  });
  const opened = useRef<string | null>(null);

  const fail = (error: unknown) => {
    logFailure("confirming the email failed", error);
    setConfirmation({ status: "failed" });
  };

  useEffect(() => {
    if (opened.current === code) return;
    opened.current = code;
    openConfirmation({ code }).then(setConfirmation).catch(fail);
  }, [code, openConfirmation]);

  const confirm = async () => {
    setConfirmation({ status: "working" });
    await confirmEmail({ code }).then(setConfirmation).catch(fail);
  };
  const disown = async () => setConfirmation(await disownAccount({ code }));

  return { confirmation, confirm, disown };
}
