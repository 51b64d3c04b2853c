import type { Texts } from "../../texts/texts";
import type { Language } from "../../texts/language";

/** The only texts that the landing page needs, so that it does not load a whole language. */
export type LandingTexts = Pick<Texts, "landing" | "shell" | "common">;

export async function loadLandingTexts(
  language: Language,
): Promise<LandingTexts> {
  return language === "hi"
    ? (await import("./landingTextsHi")).landingTextsHi
    : (await import("./landingTextsEn")).landingTextsEn;
}
