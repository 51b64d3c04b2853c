import type { Language } from "../../texts/language";

/** Day and time of a take, in the words of the language on the screen. */
export function momentText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language === "hi" ? "hi-IN" : "en-IN", {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(at);
}
