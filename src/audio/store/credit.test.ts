import { expect, test } from "vitest";
import { TERMS } from "../../../convex/shared/terms";
import { beatTags, creditTags } from "./credit";

const credit = {
  beatTitle: "Monsoon",
  producer: "Chaukhat",
  rapper: "NukkadNama",
  genre: "Trap",
  bpm: 97,
};
const MADE_BY =
  'Verse by NukkadNama over "Monsoon", a beat by Chaukhat. Recorded on Gully Cypher.';

test("the tags of a file name its makers and its terms in plain words", () => {
  const terms = TERMS.map((one) => creditTags({ ...credit, terms: one }));
  expect(terms.map(({ comment }) => comment)).toEqual([
    `${MADE_BY} Terms: Listen and record on Gully Cypher only, and do not share it elsewhere.`,
    `${MADE_BY} Terms: Share it anywhere with credit, but not for money.`,
    `${MADE_BY} Terms: Share it anywhere with credit, also for money.`,
    `${MADE_BY} Terms: Ask the producer before you use it anywhere else.`,
  ]);
});

test("the tags of a beat name its producer and its terms", () => {
  expect(beatTags({ ...credit, terms: "share" })).toEqual({
    title: "Monsoon",
    artist: "Chaukhat",
    genre: "Trap",
    beatsPerMinute: 97,
    comment:
      '"Monsoon", a beat by Chaukhat on Gully Cypher. Terms: Share it anywhere with credit, but not for money.',
  });
});

test("a take from before there were terms names its makers alone", () => {
  expect(creditTags(credit).comment).toBe(MADE_BY);
});

test("a take without a credit has no tags", () => {
  expect(creditTags(null)).toEqual({});
});
