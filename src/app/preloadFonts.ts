import type { Language } from "../texts/language";

/** The fonts of every page, in CSS notation. The shell itself preloads the headline font. */
const FONTS = ["500 1em Teko", "400 1em Mukta", "600 1em Mukta"];

/** One letter of each alphabet that a language needs; each alphabet has its own font files. */
const LETTERS: Record<Language, string> = { en: "a", hi: "aक" };

/**
 * Loads the fonts before a text needs them. Call it when the code has arrived: earlier, fonts and
 * code would share a slow connection. The fonts then arrive while the code draws the page.
 */
export function preloadFonts(language: Language): void {
  for (const font of FONTS) {
    // If a font does not load, the text is shown in the fallback font.
    document.fonts.load(font, LETTERS[language]).catch(() => undefined);
  }
}
