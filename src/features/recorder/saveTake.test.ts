import { expect, test } from "vitest";
import { takeFileName } from "./saveTake";

test.each([
  ["Monsoon", "audio/webm", "Monsoon-verse.webm"],
  ["../etc/passwd", "audio/ogg", "etc-passwd-verse.ogg"],
  ["बारिश की रात", "audio/mp4", "बारिश-की-रात-verse.mp4"],
  ["***", "audio/webm", "verse-verse.webm"],
])("a take on %s as %s is saved as %s", (title, type, name) => {
  expect(takeFileName(title, type)).toBe(name);
});
