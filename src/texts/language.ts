import { namedLanguage } from "../../convex/shared/namedLanguage";
import { readChoice, writeChoice } from "../lib/storedChoice";

export type Language = "en" | "hi";

const STORAGE_KEY = "gully-language";

/**
 * The stored choice if there is one, otherwise the language of the link that was opened, otherwise
 * Hindi if the browser prefers it, otherwise English.
 */
export function preferredLanguage(
  stored: string | null,
  named: string | null,
  browserLanguages: readonly string[],
): Language {
  for (const name of [stored, named])
    if (name === "en" || name === "hi") return name;
  const first = browserLanguages[0]?.toLowerCase() ?? "en";
  return first === "hi" || first.startsWith("hi-") ? "hi" : "en";
}

export function currentLanguage(): Language {
  const named = namedLanguage(new URLSearchParams(window.location.search));
  if (named !== null) keepForVisit(named);
  return preferredLanguage(
    readChoice(STORAGE_KEY),
    named ?? keptForVisit(),
    navigator.languages,
  );
}

/** A shared link names its language with `?lang=`. It holds in this tab and is no choice. */
function keepForVisit(language: Language): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage, it holds for this page.
  }
}

function keptForVisit(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
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
