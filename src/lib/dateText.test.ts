import { expect, test } from "vitest";
import {
  clockText,
  dateText,
  dateTimeText,
  dayText,
  longDateText,
  longDateTimeText,
  monthText,
} from "./dateText";

/** A time in the device's time zone, which may be any in a test. */
const EVENING = new Date(2026, 10, 4, 17, 5).getTime();

test("writes dates in English and Hindi", () => {
  expect(dateText(EVENING, "en")).toBe("4 Nov 2026");
  expect(dateText(EVENING, "hi")).toBe("4 नव॰ 2026");
  expect(longDateText(EVENING, "en")).toBe("4 November 2026");
  expect(longDateText(EVENING, "hi")).toBe("4 नवंबर 2026");
});

test("writes times with am and pm in English, and without in Hindi", () => {
  expect(dateTimeText(EVENING, "en")).toMatch(/^4 Nov 2026, 5:05\spm$/);
  expect(dateTimeText(EVENING, "hi")).toMatch(/^4 नव॰ 2026, 17:05$/);
  expect(longDateTimeText(EVENING, "en")).toMatch(
    /^4 November 2026 at 5:05\spm$/,
  );
  expect(longDateTimeText(EVENING, "hi")).toMatch(/^4 नवंबर 2026.* 17:05/);
});

test.each(["en", "hi"] as const)(
  "writes every month and hour as the browser does (%s)",
  (language) => {
    const format = new Intl.DateTimeFormat(`${language}-IN`, {
      dateStyle: "medium",
      timeStyle: "short",
      hourCycle: language === "hi" ? "h23" : "h12",
    });
    for (let step = 0; step < 24; step++) {
      const at = new Date(2026, step, 5, step, step * 2).getTime();
      expect(dateTimeText(at, language)).toBe(format.format(at));
    }
  },
);

test("midnight is 12 am in English and 0 o'clock in Hindi", () => {
  const midnight = new Date(2026, 10, 4).getTime();
  expect(dateTimeText(midnight, "en")).toMatch(/12:00\sam$/);
  expect(dateTimeText(midnight, "hi")).toMatch(/\b0?0:00$/);
});

test("writes the month of a counter, whatever the time zone", () => {
  expect(monthText("2026-01", "en")).toBe("January 2026");
  expect(monthText("2026-12", "hi")).toBe("दिसंबर 2026");
});

test("names a day of the coming week, and the time as people say it", () => {
  const noon = new Date(2026, 10, 4, 12).getTime(); // a Wednesday
  const at = (day: number, hour: number, minute = 0) =>
    new Date(2026, 10, day, hour, minute).getTime();
  expect(dayText(at(6, 21), "en", noon)).toBe("Friday");
  expect(dayText(at(6, 21), "hi", noon)).toBe("शुक्रवार");
  expect(dayText(at(10, 23), "en", noon)).toBe("Tuesday");
  expect(dayText(at(11, 0), "en", noon)).toBe("11 Nov 2026");
  expect(clockText(at(6, 21), "en")).toBe("9:00 pm");
  const hindi = [0, 6, 12, 16, 21].map((hour) => clockText(at(6, hour), "hi"));
  expect(hindi).toEqual([
    ...["रात 12 बजे", "सुबह 6 बजे", "दोपहर 12 बजे"],
    ...["शाम 4 बजे", "रात 9 बजे"],
  ]);
  expect(clockText(at(6, 21, 15), "hi")).toBe("रात 9:15 बजे");
});
