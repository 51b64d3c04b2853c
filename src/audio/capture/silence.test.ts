import { expect, test } from "vitest";
import { Silence } from "./silence";

const nothing = new Float32Array(64);
const quietRoom = nothing.map((_, index) => 0.0003 * Math.sin(index));
const OPENED_AT_MS = 500;

/**
 * Notes a reading every 200 ms. Returns the changes, with the time since the microphone was opened.
 */
function follow(soundAt: (sinceMs: number) => Float32Array, fromMs = 200) {
  const silence = new Silence(OPENED_AT_MS);
  const changes: [number, boolean][] = [];
  for (let sinceMs = fromMs; sinceMs <= 10_000; sinceMs += 200)
    if (silence.note(OPENED_AT_MS + sinceMs, soundAt(sinceMs)))
      changes.push([sinceMs, silence.isSilent]);
  return changes;
}

test("says within three seconds that a microphone sends nothing", () => {
  expect(follow(() => nothing)).toEqual([[2_000, true]]);
});

test("says it at once if the microphone took long to be read", () => {
  expect(follow(() => nothing, 2_600)).toEqual([[2_600, true]]);
});

test("takes a quiet room for sound", () => {
  expect(follow(() => quietRoom)).toEqual([]);
});

test("says it of a microphone that is muted by a key, until it is heard again", () => {
  const muted = (sinceMs: number) =>
    sinceMs > 3_000 && sinceMs <= 7_000 ? nothing : quietRoom;
  expect(follow(muted)).toEqual([
    [5_000, true],
    [7_200, false],
  ]);
});

test("does not take a short pause for it", () => {
  const gated = (sinceMs: number) =>
    sinceMs % 2_000 < 1_600 ? nothing : quietRoom;
  expect(follow(gated)).toEqual([]);
});
