import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../hooks/useLiveQuery";
import { showToast } from "../../lib/showToast";
import { useAccountTexts } from "../../texts/useAccountTexts";
import { useAttempt } from "./useAttempt";

/**
 * The saved settings, null until they are loaded. `save` runs a change and tells the user whether
 * it worked.
 */
export function useSettings() {
  const { saved: savedText } = useAccountTexts().mails;
  const settings = useLiveQuery({ query: api.account.settings, args: {} });
  const { isBusy, attempt } = useAttempt();
  const save = async (act: () => Promise<unknown>) => {
    const refusal = await attempt(act);
    if (refusal) showToast(refusal.message, { isFailure: true });
    else showToast(savedText);
  };
  const saved = settings.status === "success" ? settings.data : null;
  return { saved, isBusy, save };
}
