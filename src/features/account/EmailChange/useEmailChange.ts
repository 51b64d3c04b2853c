import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { OpenedEmailChange } from "../../../../convex/shared/validators";
import { logFailure } from "../../../lib/logFailure";

type Change = OpenedEmailChange | { status: "working" | "failed" };

/**
 * Looks up what a mailed link is for; opening it changes nothing. `confirm` and `stop` report
 * failures in the state and never reject.
 */
export function useEmailChange(code: string) {
  const openChange = useMutation(api.emailChanges.open);
  const confirmChange = useMutation(api.emailChanges.confirm);
  const stopChange = useMutation(api.emailChanges.stop);
  const [change, setChange] = useState<Change>({ status: "working" });
  const opened = useRef<string | null>(null);

  const fail = (error: unknown) => {
    logFailure("the change of email failed", error);
    setChange({ status: "failed" });
  };

  useEffect(() => {
    if (opened.current === code) return;
    opened.current = code;
    openChange({ code }).then(setChange).catch(fail);
  }, [code, openChange]);

  const act = async (run: () => Promise<Change>) => {
    setChange({ status: "working" });
    await run().then(setChange).catch(fail);
  };
  const confirm = () => act(() => confirmChange({ code }));
  const stop = () => act(() => stopChange({ code }));
  return { change, confirm, stop };
}
