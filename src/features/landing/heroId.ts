import type { Language } from "../../texts/language";

/** Returns the id of the hero. The page that the build draws has one for each language. */
export const heroId = (language: Language) => `hero-${language}`;
