import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { logFailure } from "../../lib/logFailure";

export type Confirmation =
  "none" | "working" | "confirmed" | "invalid" | "expired" | "failed";

/** Redeems the code of the mailed link, once, as soon as the page is open. */
export function useConfirmation(code: string | null): Confirmation {
  const confirmEmail = useMutation(api.account.confirmEmail);
  const [result, setResult] = useState<Confirmation | null>(null);
  const redeemed = useRef<string | null>(null);

  useEffect(() => {
    if (code === null || redeemed.current === code) return;
    redeemed.current = code;
    confirmEmail({ code })
      .then(({ status }) => setResult(status))
      .catch((error: unknown) => {
        logFailure("Confirming the e-mail", error);
        setResult("failed");
      });
  }, [code, confirmEmail]);

  return result ?? (code === null ? "none" : "working");
}
