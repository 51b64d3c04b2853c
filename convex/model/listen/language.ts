import type { Language } from "../../shared/validators";

const LANGUAGES: readonly Language[] = ["en", "hi"];
const LONGEST_HEADER = 1_000;

/**
 * Returns the language that an Accept-Language header prefers. Anything that
 * names none of ours, or cannot be read, gives English.
 */
export function preferredLanguage(header: string | null): Language {
  const ranges = (header ?? "").slice(0, LONGEST_HEADER).split(",");
  let best: { language: Language; weight: number } | null = null;
  for (const range of ranges) {
    const [tag = "", ...parameters] = range.split(";");
    const primary = tag.trim().toLowerCase().split("-")[0];
    const language = LANGUAGES.find((one) => one === primary);
    const weight = weightOf(parameters);
    if (language === undefined || !(weight > (best?.weight ?? 0))) continue;
    best = { language, weight };
  }
  return best?.language ?? "en";
}

function weightOf(parameters: readonly string[]): number {
  const weight = parameters
    .map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return weight === undefined ? 1 : Number(weight);
}
