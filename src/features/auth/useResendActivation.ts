import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useFailureText } from "../../hooks/useFailureText";
import { useViewerState } from "../../hooks/useViewer";
import { failureCode } from "../../lib/failureText";
import { useTexts } from "../../texts/TextsProvider";

type ResendState =
  { kind: "idle" | "sending" | "sent" } | { kind: "failed"; message: string };

export function useResendActivation() {
  const resendActivation = useMutation(api.account.resendActivation);
  const viewer = useViewerState();
  const t = useTexts("auth").activate;
  const failureText = useFailureText();
  const [state, setState] = useState<ResendState>({ kind: "idle" });

  const textOf = (error: unknown) => {
    const code = failureCode(error);
    if (code === null) return t.resendFailed;
    return code === "EMAIL_MISSING" || code === "NOT_SIGNED_IN"
      ? t.noEmail
      : t.resendFailedBecause(failureText(error, t.resendFailed));
  };

  const resend = async () => {
    if (viewer.status === "signedOut") {
      return setState({ kind: "failed", message: t.noEmail });
    }
    setState({ kind: "sending" });
    try {
      await resendActivation({});
      setState({ kind: "sent" });
    } catch (error) {
      setState({ kind: "failed", message: textOf(error) });
    }
  };

  /** Until it is known who asks, the answer would be that nobody does. */
  const isReady = viewer.status !== "loading";
  return { state, resend, isReady };
}
