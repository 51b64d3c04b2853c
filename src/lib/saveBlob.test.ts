// @vitest-environment jsdom
import { expect, test } from "vitest";
import { fileName } from "./saveBlob";

test.each([
  ["Gully - verse.webm", "Gully - verse.webm"],
  ["AC/DC: <live>?.webm", "AC_DC_ _live_.webm"],
  ["..\\..\\beat\n.mp3", ".._.._beat_.mp3"],
  ["गली.webm", "गली.webm"],
])("%j is saved as %j", (name, saved) => {
  expect(fileName(name)).toBe(saved);
});
