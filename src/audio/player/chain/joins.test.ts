import { expect, test } from "vitest";
import { joinOf } from "./joins";

/** One bar lasts two seconds. */
const verse = (startBar: number, bars: number, atMs: number) => ({
  durationMs: atMs + bars * 2_000 + 500,
  section: { startBar, bars, atMs, endMs: atMs + bars * 2_000 },
});

test("the bar line where the first verse ended meets that where the second one starts", () => {
  expect(joinOf(verse(1, 8, 50), verse(1, 8, 120))).toEqual({
    ...{ atMs: 16_050, fromMs: 120 },
  });
});

test("without known bars of both, the second verse follows the end of the first", () => {
  const unknown = { durationMs: 9_000, section: null };
  const end = { atMs: 9_000, fromMs: 0 };
  expect(joinOf(unknown, verse(1, 8, 50))).toEqual(end);
  expect(joinOf(verse(1, 4, 500), unknown)).toEqual(end);
  const lacking = { ...verse(1, 8, 50), durationMs: 9_000 };
  expect(joinOf(lacking, verse(1, 8, 50))).toEqual(end);
});
