import type { Language } from "../../texts/language";

const LOCALES: Record<Language, string> = { en: "en-IN", hi: "hi-IN" };

/** To make one takes a phone several milliseconds, and a list has many dates. */
const formats = new Map<Language, Intl.DateTimeFormat>();

/** 21 Nov 2026, in the words of the language on the screen. */
export function dateText(at: number, language: Language): string {
  const format = formats.get(language) ?? makeFormat(language);
  formats.set(language, format);
  return format.format(at);
}

function makeFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}
