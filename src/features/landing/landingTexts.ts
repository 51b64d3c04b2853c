import type { Language } from "../../texts/language";
import type { Texts } from "../../texts/TextsProvider";

/** The few areas that the landing page shows, so that it need not fetch a whole language. */
export type LandingTexts = Pick<Texts, "landing" | "shell" | "common">;

export async function loadLandingTexts(
  language: Language,
): Promise<LandingTexts> {
  return language === "hi"
    ? (await import("./landingTextsHi")).texts
    : (await import("./landingTextsEn")).texts;
}
