import { expect, test } from "vitest";
import { isBeatFileName } from "./beatFields";
import { isEmail, normalizeEmail } from "./email";
import { GENRES } from "./genres";
import { isAppErrorData, MESSAGES, waitText } from "./messages";
import { pageWindow } from "./pageWindow";
import { STATES } from "./states";
import { foldUsername, isUsername } from "./usernames";

test("there are ten genres and 32 states, each once", () => {
  expect(new Set(GENRES).size).toBe(10);
  expect(new Set(STATES).size).toBe(32);
  expect([STATES[0], STATES.at(-1)]).toEqual(["Andhra Pradesh", "Puducherry"]);
});

test.each([
  "ab",
  "MC_Stan.01",
  "डिवाइन",
  "हिन्दी_रैप",
  "நாவசாகரம்",
  "x".repeat(30),
])("%s is a username", (name) => {
  expect(isUsername(name)).toBe(true);
});

test.each([
  "",
  "a",
  "x".repeat(31),
  "a b",
  "a/b",
  "<b>",
  "a\u200bb",
  "\u094dab",
  "😀😀",
])("%j is no username", (name) => {
  expect(isUsername(name)).toBe(false);
});

test("usernames that differ in case or width alone fold together", () => {
  expect(foldUsername("STRASSE")).toBe(foldUsername("straße"));
  expect(foldUsername("ΣΑΣ")).toBe(foldUsername("σας"));
  expect(foldUsername("Ａsha")).toBe(foldUsername("asha"));
  expect(foldUsername("asha")).not.toBe(foldUsername("ashb"));
});

test("addresses are trimmed and lower-cased, and must look like one", () => {
  expect(normalizeEmail("  Asha@Example.COM ")).toBe("asha@example.com");
  for (const email of ["a@b.co", "a+b@mail.example.com"]) {
    expect(isEmail(email)).toBe(true);
  }
  for (const email of [
    "",
    "a",
    "a@b",
    "a@@b.co",
    "a b@c.co",
    "a@b..co",
    "@b.co",
  ]) {
    expect(isEmail(email)).toBe(false);
  }
});

test("a beat's file is named .mp3 or .wav, in any case", () => {
  expect(["a.mp3", "a.WAV"].every(isBeatFileName)).toBe(true);
  expect(["a.ogg", "mp3", "a.mp3.exe", ""].some(isBeatFileName)).toBe(false);
});

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 3, 4, "gap", 9]],
  [5, 9, [1, "gap", 4, 5, 6, "gap", 9]],
  [9, 9, [1, "gap", 6, 7, 8, 9]],
] as const)("on page %i of %i the window is %j", (page, pageCount, window) => {
  expect(pageWindow(page, pageCount)).toEqual(window);
});

test.each([
  [200, "1 second"],
  [59_000, "59 seconds"],
  [61_000, "2 minutes"],
  [3_600_000, "1 hour"],
  [7_201_000, "3 hours"],
])("%i ms are told as %s", (retryAfterMs, time) => {
  const text = `Too many attempts. Please try again in ${time}.`;
  expect(waitText(retryAfterMs)).toBe(text);
});

test("errors for people are told from anything else", () => {
  const message = MESSAGES.BEAT_NOT_FOUND;
  expect(isAppErrorData({ code: "BEAT_NOT_FOUND", message })).toBe(true);
  for (const data of [
    null,
    "x",
    {},
    { code: "toString", message: "x" },
    { code: 1 },
  ]) {
    expect(isAppErrorData(data)).toBe(false);
  }
});
