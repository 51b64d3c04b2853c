import { expect, test } from "vitest";
import { takeFileName } from "./saveTake";

test.each([
  ["Monsoon", "Chaukhat", "audio/webm", "Monsoon-prod-Chaukhat-verse.webm"],
  ["../etc/passwd", "a.b", "audio/ogg", "etc-passwd-prod-a-b-verse.ogg"],
  ["बारिश की रात", "नुक्कड़", "audio/mp4", "बारिश-की-रात-prod-नुक्कड़-verse.mp4"],
  ["***", "MC_1", "audio/webm", "prod-MC-1-verse.webm"],
])(
  "a take on %s by %s as %s is saved as %s",
  (beatTitle, producer, type, name) => {
    expect(takeFileName({ beatTitle, producer }, type)).toBe(name);
  },
);

test("a take without a credit still has a name", () => {
  expect(takeFileName(null, "audio/webm")).toBe("verse.webm");
});
