import type { Language } from "../../texts/language";

const LOCALES: Record<Language, string> = { en: "en-IN", hi: "hi-IN" };

/** 21 Nov 2026, in the words of the language on the screen. */
export function dateText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(at);
}
