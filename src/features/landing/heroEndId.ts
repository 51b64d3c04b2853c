import type { Language } from "../../texts/language";

/**
 * Returns the id of the last element of the hero. The page that the build draws has one hero for
 * each language.
 */
export const heroEndId = (language: Language) => `hero-end-${language}`;
