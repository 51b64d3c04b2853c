import { expect, test, vi } from "vitest";
import { reportedOutputLatency } from "./outputLatency";

const FIREFOX_LINUX =
  "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";
const FIREFOX_ANDROID =
  "Mozilla/5.0 (Android 14; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0";
const FIREFOX_WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0";
const CHROME_LINUX =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
const CHROME_ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36";

test("never reads the property in Firefox on Linux, where that can lock up", () => {
  const read = vi.fn(() => 0.03);
  const context = Object.defineProperty({ outputLatency: 0 }, "outputLatency", {
    get: read,
  });
  expect(reportedOutputLatency(context, FIREFOX_LINUX)).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

test.each([FIREFOX_ANDROID, FIREFOX_WINDOWS, CHROME_LINUX, CHROME_ANDROID])(
  "reads the property elsewhere: %s",
  (userAgent) => {
    expect(reportedOutputLatency({ outputLatency: 0.03 }, userAgent)).toBe(
      0.03,
    );
  },
);

test("returns null where the browser lacks the property", () => {
  const context = {} as AudioContext;
  expect(reportedOutputLatency(context, CHROME_LINUX)).toBeNull();
});
