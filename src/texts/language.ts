import { readChoice, writeChoice } from "../lib/storedChoice";

export type Language = "en" | "hi";

const STORAGE_KEY = "gully-language";

/**
 * The stored choice if there is one, otherwise Hindi if the browser prefers it, otherwise English.
 */
export function preferredLanguage(
  stored: string | null,
  browserLanguages: readonly string[],
): Language {
  if (stored === "en" || stored === "hi") return stored;
  const first = browserLanguages[0]?.toLowerCase() ?? "en";
  return first === "hi" || first.startsWith("hi-") ? "hi" : "en";
}

export function currentLanguage(): Language {
  return preferredLanguage(readChoice(STORAGE_KEY), navigator.languages);
}

/** Sets the document's `lang`, which the styles also use. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
}

/** Stores the choice and applies it. */
export function chooseLanguage(language: Language): void {
  writeChoice(STORAGE_KEY, language);
  applyLanguage(language);
}
