import type { Language } from "./language";
import type { Texts } from "./TextsProvider";

export async function loadTexts(language: Language): Promise<Texts> {
  if (language === "hi") return (await import("./hi/all")).hi;
  return (await import("./en/all")).en;
}
