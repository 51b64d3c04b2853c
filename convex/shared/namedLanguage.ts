import type { Language } from "./validators";

/** A language, and perhaps the rest of the sentence in which the link stood. */
const NAMED = /^(en|hi)(?![a-z])/;

/** Returns the language that an address names with `?lang=`, or null. */
export function namedLanguage(search: URLSearchParams): Language | null {
  const [, name] = NAMED.exec(search.get("lang") ?? "") ?? [];
  return name === "en" || name === "hi" ? name : null;
}

/** Adds the name of a language to a path of this site. */
export function nameLanguage(path: string, language: Language): string {
  const [, page = "", hash = ""] = /^([^#]*)(.*)$/s.exec(path) ?? [];
  return `${page}${page.includes("?") ? "&" : "?"}lang=${language}${hash}`;
}
