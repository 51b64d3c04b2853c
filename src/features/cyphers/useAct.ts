import { useState } from "react";
import { useFailureText } from "../../hooks/useFailureText";
import { showToast } from "../../lib/showToast";
import { useCypherTexts } from "../../texts/useCypherTexts";

/**
 * Returns a function that runs one call at a time and ignores further calls meanwhile; if the
 * server refuses a call, shows why. While a call runs, mark buttons `aria-busy` instead of
 * disabling them: a disabled button would lose the focus.
 */
export function useAct() {
  const t = useCypherTexts();
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const act = async (call: () => Promise<unknown>) => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await call();
    } catch (error) {
      showToast(failureText(error, t.actFailed), { isFailure: true });
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, act };
}
