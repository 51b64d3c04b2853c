import { expect, test } from "vitest";
import { placeInRide, RidePlan, type RoomSound } from "./ridePlan";

/** At 120 BPM a bar lasts two seconds; the beat has four. */
const rhythm = { bpm: 120, loopMs: 8_000, firstBarMs: 500 };

const rides: RoomSound = { rhythm, ride: { at: 10_500, bar: 1 }, verses: [] };

/** A verse of four bars that starts on bar 3, and the beat that loops after it. */
const drops = (changes = {}): RoomSound => ({
  rhythm,
  ride: { at: 28_500, bar: 3 },
  verses: [
    {
      ...{ id: "v", url: "/v", startsAt: 20_500, atMs: 100, durationMs: 8_600 },
      ...{ isHeard: true, ...changes },
    },
  ],
});

/** Returns for each piece what is heard, from when, and until when. */
const plan = (ride: RidePlan, sound: RoomSound, now: number) =>
  ride
    .pieces(sound, now)
    .map(({ verse, fromAt, toAt }) => [verse?.id ?? "beat", fromAt, toAt]);

/** The bar that is heard at a moment; hundredths tell the place in the bar. */
function barAt(ride: RidePlan, sound: RoomSound, at: number) {
  const piece = ride.pieces(sound, at).find(({ fromAt }) => fromAt <= at);
  if (!piece) return null;
  const ms = (placeInRide(piece, rhythm, at) % 8_000) - 500;
  return ms / 2_000 + 1;
}

test("the beat loops from the bar that the server names, and back from it", () => {
  const at = (now: number) => barAt(new RidePlan(), rides, now);
  expect([10_500, 11_500, 12_500, 18_500].map(at)).toEqual([1, 1.5, 2, 1]);
  expect([8_500, 6_500].map(at)).toEqual([4, 3]);
  const silent = { ...rides, ride: null };
  expect(new RidePlan().pieces(silent, 0)).toEqual([]);
});

test("a verse drops with its pick-up, and the beat goes on under its last sound", () => {
  const ride = new RidePlan();
  expect(plan(ride, rides, 15_000)).toEqual([["beat", -Infinity, Infinity]]);
  expect(plan(ride, drops(), 16_000)).toEqual([
    ["beat", -Infinity, 20_400],
    ["v", 20_400, 29_000],
    ["beat", 29_000, Infinity],
  ]);
  // Before the verse the beat keeps its old bars; after it, the new ones.
  expect(barAt(ride, drops(), 18_500)).toBe(1);
  expect(barAt(ride, drops(), 30_500)).toBe(4);
});

test("whoever comes in the middle of a verse hears it from there, and then the same ride", () => {
  const ride = new RidePlan();
  expect(plan(ride, drops(), 25_000)).toEqual([
    ["v", 20_400, 29_000],
    ["beat", 29_000, Infinity],
  ]);
  const keyAt = (now: number) => ride.pieces(drops(), now).at(-1)?.key;
  const key = keyAt(28_000);
  expect([29_500, 40_000].map(keyAt)).toEqual([key, key]);
  // The next verse is added while this loop of the beat is heard.
  const next = drops({ id: "w", startsAt: 50_500 });
  expect(ride.pieces(next, 41_000)[0]?.key).toBe(key);
});

test("a verse that is removed while it plays gives way to the beat under it", () => {
  const ride = new RidePlan();
  ride.pieces(drops(), 24_000);
  const removed = { ...drops(), verses: [] };
  expect(plan(ride, removed, 24_500)).toEqual([["beat", 24_500, Infinity]]);
  expect(plan(ride, removed, 26_000)).toEqual([["beat", 24_500, Infinity]]);
  expect(barAt(ride, removed, 24_500)).toBe(1); // bars 3 and 4 are over
});

test("whoever does not hear a verse hears the beat instead, from its first bar on", () => {
  const ride = new RidePlan();
  ride.pieces(rides, 15_000);
  const sound = drops({ isHeard: false });
  expect(plan(ride, sound, 16_000)).toEqual([
    ["beat", -Infinity, 20_500],
    ["beat", 20_500, Infinity],
  ]);
  expect(barAt(ride, sound, 20_500)).toBe(3);
  // The verse was loaded late.
  expect(plan(ride, drops(), 23_000)[0]).toEqual(["v", 20_400, 29_000]);
  expect(plan(ride, drops(), 29_500)).toEqual([["beat", 29_000, Infinity]]);
});

test("after the last verse of a cypher it is quiet", () => {
  const ride = new RidePlan();
  ride.pieces(rides, 15_000);
  const last = { ...drops(), isEnding: true };
  expect(plan(ride, last, 16_000)).toEqual([
    ["beat", -Infinity, 20_400],
    ["v", 20_400, 29_000],
  ]);
  expect(plan(ride, last, 29_500)).toEqual([]);
  expect(plan(ride, { ...last, verses: [] }, 30_000)).toEqual([]);
});

/**
 * The second verse starts where the bars of the first one end, while the first one's tail is still
 * heard.
 */
const dropsTwo = (changes = {}): RoomSound => ({
  rhythm,
  ride: { at: 36_500, bar: 2 },
  verses: [
    ...drops(changes).verses,
    ...drops({ id: "w", startsAt: 28_500 }).verses,
  ],
});

test("a verse that waits for another one's end takes over from its last sound, with no hole", () => {
  const ride = new RidePlan();
  plan(ride, drops(), 21_000);
  const both = [
    ["v", 20_400, 28_400],
    ["w", 28_400, 37_000],
    ["beat", 37_000, Infinity],
  ];
  expect(plan(ride, dropsTwo(), 22_000)).toEqual(both);
  // A listener who joins now hears the same.
  expect(plan(new RidePlan(), dropsTwo(), 22_000)).toEqual(both);
  expect(plan(ride, dropsTwo(), 28_700)).toEqual(both.slice(1));
  expect(plan(ride, dropsTwo(), 37_100)).toEqual(both.slice(2));
  expect(barAt(ride, dropsTwo(), 38_500)).toBe(3);
});

test("between two verses the beat rides as it was told after the first one", () => {
  const ride = new RidePlan();
  plan(ride, drops(), 21_000);
  const later = drops({ id: "w", startsAt: 34_500 }).verses;
  const sound = { ...dropsTwo(), verses: [...drops().verses, ...later] };
  expect(plan(ride, sound, 22_000)).toEqual([
    ["v", 20_400, 29_000],
    ["beat", 29_000, 34_400],
    ["w", 34_400, 43_000],
    ["beat", 43_000, Infinity],
  ]);
  expect(barAt(ride, sound, 30_500)).toBe(4);
});

test("a verse that is removed while another one waits gives way at once, and the other drops in time", () => {
  const ride = new RidePlan();
  plan(ride, dropsTwo(), 22_000);
  const left = { ...dropsTwo(), verses: dropsTwo().verses.slice(1) };
  expect(plan(ride, left, 23_000)).toEqual([
    ["beat", 23_000, 28_400],
    ["w", 28_400, 37_000],
    ["beat", 37_000, Infinity],
  ]);
});

test("a verse goes on when the one that waits is removed", () => {
  const ride = new RidePlan();
  plan(ride, dropsTwo(), 22_000);
  const left = { ...dropsTwo(), verses: drops().verses };
  expect(plan(ride, left, 23_000)).toEqual([
    ["v", 20_400, 29_000],
    ["beat", 29_000, Infinity],
  ]);
});
