/**
 * Dates and times in words, in the time zone of the device. English uses the 12-hour clock. Hindi
 * uses the 24-hour clock next to a date, and otherwise names the part of the day. All moments are
 * in ms since the epoch.
 */
import { partOfDay } from "../../convex/shared/timeInIndia";

type Language = "en" | "hi";

/**
 * Spelled as browsers spell them. A browser's first own format costs a slow phone a quarter of a
 * second, and the first screens only have dates in this style.
 */
const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: words("Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec"),
  hi: words("जन॰ फ़र॰ मार्च अप्रैल मई जून जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰"),
};

function words(text: string): readonly string[] {
  return text.split(" ");
}

/** Formats a date, such as "21 Nov 2026". */
export function dateText(at: number, language: Language): string {
  const date = new Date(at);
  const month = MONTHS[language][date.getMonth()];
  return `${date.getDate()} ${month} ${date.getFullYear()}`;
}

/** Formats a date and its time of day, such as "21 Nov 2026, 5:30 pm". */
export const dateTimeText = (at: number, language: Language): string =>
  `${dateText(at, language)}, ${timeText(new Date(at), language)}`;

/** Formats a date, such as "21 November 2026". */
export const longDateText = (at: number, language: Language): string =>
  longFormat(language).format(at);

/** Formats a date and its time of day, such as "21 November 2026 at 5:30 pm". */
export const longDateTimeText = (at: number, language: Language): string =>
  longFormat(language, true).format(at);

/** Formats a month such as "2026-11", as "November 2026". */
export const monthText = (month: string, language: Language): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(`${language}-IN`, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

const DAYS: Readonly<Record<Language, readonly string[]>> = {
  en: words("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
  hi: words("रविवार सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार"),
};
const DAYS_NAMED = 6;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Names a future day: "Friday", or "21 Nov 2026" if it is a week or more after `now`. */
export function dayText(
  at: number,
  language: Language,
  now = Date.now(),
): string {
  const midnight = new Date(now).setHours(24, 0, 0, 0);
  return at < midnight + DAYS_NAMED * DAY_MS
    ? (DAYS[language][new Date(at).getDay()] ?? "")
    : dateText(at, language);
}

/** Formats a time of day as people say it, such as "9:00 pm". */
export function clockText(at: number, language: Language): string {
  const date = new Date(at);
  if (language === "en") return timeText(date, language);
  const [hour, minute] = [date.getHours(), date.getMinutes()];
  const minutes = minute === 0 ? "" : `:${twoDigits(minute)}`;
  return `${partOfDay(hour)} ${hour % 12 || 12}${minutes} बजे`;
}

function timeText(date: Date, language: Language): string {
  const hour = date.getHours();
  const minute = twoDigits(date.getMinutes());
  if (language === "hi") return `${twoDigits(hour)}:${minute}`;
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "am" : "pm"}`;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

const longFormat = (language: Language, hasTime = false) =>
  new Intl.DateTimeFormat(`${language}-IN`, {
    dateStyle: "long",
    ...(hasTime && {
      timeStyle: "short",
      hourCycle: language === "hi" ? "h23" : "h12",
    }),
  });
