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
  // If a font does not load, the text is shown in the fallback font.
  void loadAll(FONTS, language);
}

/**
 * Lets the landing page in Hindi show its fonts, once those of both alphabets are there. With one
 * alphabet alone, the letters of the other would change their width, and once more later.
 */
export async function showFonts(language: Language): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset.fonts === undefined) return;
  await loadAll([...FONTS, "700 1em Teko"], language);
  delete dataset.fonts;
}

const loadAll = (fonts: readonly string[], language: Language) =>
  Promise.allSettled(
    fonts.map((font) => document.fonts.load(font, LETTERS[language])),
  );
