import { expect, test } from "vitest";
import { takeFileName } from "./saveTake";

test.each([
  ["Monsoon", "Chaukhat", "audio/webm", "Monsoon-prod-Chaukhat-verse.webm"],
  ["../etc/passwd", "a.b", "audio/ogg", "etc-passwd-prod-a-b-verse.ogg"],
  ["बारिश की रात", "नुक्कड़", "audio/mp4", "बारिश-की-रात-prod-नुक्कड़-verse.mp4"],
  [
    "র\u200D্যাপ 👩\u200D🎤",
    "نی\u200Cپال",
    "audio/webm",
    "র\u200D্যাপ-prod-نی\u200Cپال-verse.webm",
  ],
  ["***", "MC_1", "audio/webm", "prod-MC-1-verse.webm"],
])(
  "names a take on %s by %s of type %s: %s",
  (beatTitle, producer, type, name) => {
    expect(takeFileName({ beatTitle, producer }, type)).toBe(name);
  },
);

test("names a take without a credit", () => {
  expect(takeFileName(null, "audio/webm")).toBe("verse.webm");
});
