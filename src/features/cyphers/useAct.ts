import { useState } from "react";
import { useFailureText } from "../../hooks/useFailureText";
import { showToast } from "../../lib/showToast";
import { useCypherTexts } from "../../texts/useCypherTexts";

/**
 * Runs one call at a time, ignores others meanwhile, and says why if it is refused. Its keys are
 * `aria-busy` then: a disabled key would lose the focus.
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
