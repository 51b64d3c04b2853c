import { longDateTimeText } from "../lib/dateText";
import { useLanguage, useTexts } from "../texts/TextsProvider";
import { useViewer } from "./useViewer";

/** Says until when the viewer cannot write; null for everyone who is not suspended. */
export function useSuspensionText(): string | null {
  const t = useTexts("errors");
  const { language } = useLanguage();
  const suspension = useViewer()?.suspension ?? null;
  if (suspension === null) return null;
  const { until } = suspension;
  return until === null
    ? t.suspendedForGood
    : t.suspendedUntil(longDateTimeText(until, language));
}
