/**
 * Dates and times in words, in the time zone of the device. English has the
 * 12-hour clock. Hindi has the 24-hour clock, because browsers know no Hindi
 * words for "am" and "pm". All moments are in ms since the epoch.
 */
type Language = "en" | "hi";
type Style = "medium" | "long";

/** Cached, because creating one takes a phone several milliseconds and a list has many dates. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/**
 * Creates the format of most dates ahead. The browser's first format costs a slow phone 50 ms, so call it while the
 * phone waits for something else.
 */
export function prepareDates(language: Language): void {
  formatOf(language, "medium");
}

/** Formats a date, such as "21 Nov 2026". */
export const dateText = (at: number, language: Language): string =>
  formatOf(language, "medium").format(at);

/** Formats a date and its time of day, such as "21 Nov 2026, 5:30 pm". */
export const dateTimeText = (at: number, language: Language): string =>
  formatOf(language, "medium", true).format(at);

/** Formats a date, such as "21 November 2026". */
export const longDateText = (at: number, language: Language): string =>
  formatOf(language, "long").format(at);

/** Formats a date and its time of day, such as "21 November 2026 at 5:30 pm". */
export const longDateTimeText = (at: number, language: Language): string =>
  formatOf(language, "long", true).format(at);

/** Formats a month such as "2026-11", as "November 2026". */
export const monthText = (month: string, language: Language): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(`${language}-IN`, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

function formatOf(language: Language, dateStyle: Style, hasTime = false) {
  const key = `${language} ${dateStyle} ${hasTime}`;
  const format = FORMATS.get(key) ?? newFormat(language, dateStyle, hasTime);
  FORMATS.set(key, format);
  return format;
}

const newFormat = (language: Language, dateStyle: Style, hasTime: boolean) =>
  new Intl.DateTimeFormat(`${language}-IN`, {
    dateStyle,
    ...(hasTime && {
      timeStyle: "short",
      hourCycle: language === "hi" ? "h23" : "h12",
    }),
  });
