import { suspensionText } from "../lib/suspensionText";
import { useLanguage, useTexts } from "../texts/TextsProvider";
import { useViewer } from "./useViewer";

/**
 * Returns a text that says until when the viewer is suspended; null for everyone who is not
 * suspended.
 */
export function useSuspensionText(): string | null {
  const t = useTexts("errors");
  const { language } = useLanguage();
  const suspension = useViewer()?.suspension ?? null;
  return suspension && suspensionText(t, suspension.until, language);
}
