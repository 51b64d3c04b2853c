import { HOUR_MS } from "./limits";
import type { Language } from "./validators";

/** How far Indian time is ahead of UTC. */
export const INDIA_MS = 5.5 * HOUR_MS;

/**
 * Returns a time such as "9:00 pm IST", for people whose own time zone is not
 * known.
 */
export function timeInIndia(at: number, language: Language): string {
  const time = new Date(at + INDIA_MS);
  const hour = time.getUTCHours();
  const clock = `${hour % 12 || 12}:${`${time.getUTCMinutes()}`.padStart(2, "0")}`;
  return language === "hi"
    ? `${partOfDay(hour)} ${clock} बजे (IST)`
    : `${clock} ${hour < 12 ? "am" : "pm"} IST`;
}

/** Names the part of the day that an hour from 0 to 23 is in, in Hindi. */
export function partOfDay(hour: number): string {
  if (hour < 4 || hour >= 20) return "रात";
  if (hour < 12) return "सुबह";
  return hour < 16 ? "दोपहर" : "शाम";
}

/** Returns a day such as "Friday 4 December". */
export const dayInIndia = (at: number, language: Language): string =>
  new Date(at).toLocaleDateString(language === "hi" ? "hi-IN" : "en-GB", {
    ...{ weekday: "long", day: "numeric", month: "long" },
    timeZone: "Asia/Kolkata",
  });
