import type { Texts } from "./texts";
import type { Language } from "./language";

export async function loadTexts(language: Language): Promise<Texts> {
  if (language === "hi") return (await import("./hi/all")).hi;
  return (await import("./en/all")).en;
}
