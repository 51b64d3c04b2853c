import { readChoice, writeChoice } from "../lib/storedChoice";

export type Language = "en" | "hi";

const storageKey = "gully-language";

export function preferredLanguage(
  stored: string | null,
  browserLanguages: readonly string[],
): Language {
  if (stored === "en" || stored === "hi") return stored;
  const first = browserLanguages[0]?.toLowerCase() ?? "en";
  return first === "hi" || first.startsWith("hi-") ? "hi" : "en";
}

export function currentLanguage(): Language {
  return preferredLanguage(readChoice(storageKey), navigator.languages);
}

export function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
}

export function chooseLanguage(language: Language): void {
  writeChoice(storageKey, language);
  applyLanguage(language);
}
