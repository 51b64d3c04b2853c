import { action, query } from "./builders.ts";

const NEW_YEAR = Date.UTC(2026, 0, 1, 22, 30);

/** Everything in which the machine's time zone or language could show. */
export function seen(): Record<string, unknown> {
  const date = new Date(NEW_YEAR);
  return {
    hours: date.getHours(),
    offset: date.getTimezoneOffset(),
    parsed: Date.parse("2026-01-01T22:30") === NEW_YEAR,
    made: new Date(2026, 0, 1, 22, 30).getTime() === NEW_YEAR,
    text: String(date),
    time: date.toTimeString(),
    called: Date().replace(/.*GMT/, ""),
    local: date.toLocaleString(),
    localDate: date.toLocaleDateString(undefined, { month: "long" }),
    localTime: date.toLocaleTimeString([]),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    number: (1234567.5).toLocaleString(),
    bigint: 1234567n.toLocaleString(),
    list: [1234.5, date].toLocaleString(),
    unknown: (1234567.5).toLocaleString("xx"),
    asked: (1234567.5).toLocaleString("de"),
    money: new Intl.NumberFormat(undefined, {
      style: "currency",
      currency: "INR",
    }).format(1234.5),
    locales: [
      new Intl.NumberFormat(),
      Intl.NumberFormat(),
      new Intl.DateTimeFormat([]),
      Intl.Collator(),
      new Intl.ListFormat("xx"),
    ].map((format) => format.resolvedOptions().locale),
    and: new Intl.ListFormat().format(["a", "b"]),
    relative: new Intl.RelativeTimeFormat().format(-1, "day"),
    sorted: ["z", "ä", "a"].toSorted((a, b) => a.localeCompare(b)).join(""),
    isSame: new Date() instanceof Date && date.constructor === Date,
  };
}

export const inQuery = query({ args: {}, handler: async () => seen() });
export const inAction = action({ args: {}, handler: async () => seen() });

/** Evaluated when the functions are pushed, too. */
const AT_LOADING = seen();
export const atLoading = query({
  args: {},
  handler: async () => AT_LOADING,
});
