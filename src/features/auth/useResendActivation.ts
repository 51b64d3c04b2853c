import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useFailureText } from "../../hooks/useFailureText";
import { useViewerState } from "../../hooks/useViewer";
import { failureCode } from "../../lib/failureText";
import { useErrorTexts } from "../../hooks/useErrorTexts";
import { useAuthTexts } from "../../texts/useAuthTexts";

type ResendState =
  | { status: "idle" | "sending" | "sent" }
  | { status: "failed"; message: string };

export function useResendActivation() {
  const resendActivation = useMutation(api.account.resendActivation);
  const viewer = useViewerState();
  const t = useAuthTexts().activate;
  const { byCode } = useErrorTexts();
  const failureText = useFailureText();
  const [state, setState] = useState<ResendState>({ status: "idle" });

  const textOf = (error: unknown) => {
    const code = failureCode(error);
    if (code === null) return t.resendFailed;
    return code === "EMAIL_MISSING" || code === "NOT_SIGNED_IN"
      ? byCode.EMAIL_MISSING
      : t.resendFailedBecause(failureText(error, t.resendFailed));
  };

  const resend = async () => {
    if (viewer.status === "signedOut") {
      return setState({ status: "failed", message: byCode.EMAIL_MISSING });
    }
    setState({ status: "sending" });
    try {
      await resendActivation({});
      setState({ status: "sent" });
    } catch (error) {
      setState({ status: "failed", message: textOf(error) });
    }
  };

  /** False while the session is loading, because the server would treat the call as signed out. */
  const isReady = viewer.status !== "loading";
  return { state, resend, isReady };
}
