import { expect, test } from "vitest";
import { makeBeat, makeVerse } from "../../testing/content";
import { isBeatHidden, isVerseHidden } from "./hiding";

const beat = makeBeat();
const verse = makeVerse();
const producer = verse.beat.producer.userId;
const rapper = verse.rapper.userId;

test("hides nothing from a viewer who has blocked nobody", () => {
  expect(isBeatHidden(beat, new Set())).toBe(false);
  expect(isVerseHidden(verse, new Set(), "viewer")).toBe(false);
  expect(isVerseHidden(verse, new Set(), undefined)).toBe(false);
});

test("hides the beats of a blocked producer", () => {
  expect(isBeatHidden(beat, new Set([beat.producer.userId]))).toBe(true);
  expect(isBeatHidden(beat, new Set(["another"]))).toBe(false);
});

test("hides verses by a blocked rapper and on a blocked producer's beat", () => {
  expect(isVerseHidden(verse, new Set([rapper]), "viewer")).toBe(true);
  expect(isVerseHidden(verse, new Set([producer]), "viewer")).toBe(true);
  expect(isVerseHidden(verse, new Set(["another"]), "viewer")).toBe(false);
});

test("shows viewers their own verses on any beat", () => {
  expect(isVerseHidden(verse, new Set([producer]), rapper)).toBe(false);
});
