import type { Language } from "../../convex/shared/validators";
import { longDateTimeText } from "./dateText";

interface SuspensionTexts {
  readonly suspendedForGood: string;
  readonly suspendedUntil: (end: string) => string;
}

/** Returns a text that says until when a suspension lasts; `until` is null if it is permanent. */
export const suspensionText = (
  t: SuspensionTexts,
  until: number | null,
  language: Language,
): string =>
  until === null
    ? t.suspendedForGood
    : t.suspendedUntil(longDateTimeText(until, language));
