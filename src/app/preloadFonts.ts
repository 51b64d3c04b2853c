import type { Language } from "../texts/language";

/** The fonts of every page, as CSS writes them. The shell itself preloads the one of headlines. */
const FONTS = ["500 1em Teko", "400 1em Mukta", "600 1em Mukta"];

/** A letter of each alphabet of a language; each has font files of its own. */
const LETTERS: Record<Language, string> = { en: "a", hi: "aक" };

/**
 * Loads the fonts before a text needs them. Call it when the code has arrived: before that, both
 * would share a slow connection. The fonts arrive while the code draws the page.
 */
export function preloadFonts(language: Language): void {
  for (const font of FONTS) {
    // Without it, the text is shown in its fallback.
    document.fonts.load(font, LETTERS[language]).catch(() => undefined);
  }
}
