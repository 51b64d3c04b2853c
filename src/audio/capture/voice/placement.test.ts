import { expect, test } from "vitest";
import { Envelope } from "./envelope";
import { Placement } from "./placement";

test("keeps the smallest reading of the last stretch only", () => {
  const envelope = new Envelope(1_000);
  expect(envelope.least).toBeNull();
  envelope.note(0, 7);
  envelope.note(100, 3);
  envelope.note(200, 9);
  expect(envelope.least).toBe(3);
  envelope.note(1_150, 8);
  expect(envelope.least).toBe(8);
});

/** The context started 40 ms after the page, and the microphone 100 ms after it. */
const CONTEXT_FROM_MS = 40;
const VOICE_FROM_MS = 100;

/** Runs both clocks with random delays of up to `latestMs` and a stall of the output. */
function run(
  placement: Placement,
  from: number,
  to: number,
  { latestMs = 0, stalledMs = 0, lostMs = 0 } = {},
): number[] {
  const shifts: number[] = [];
  for (let trueMs = from; trueMs < to; trueMs += 10) {
    // Every seventh reading is prompt.
    const late = trueMs % 70 === 0 ? 0 : (trueMs * 7_919) % (latestMs || 1);
    placement.note({
      nowMs: trueMs + late,
      contextMs: trueMs - CONTEXT_FROM_MS - stalledMs,
      receivedMs: trueMs - VOICE_FROM_MS - lostMs,
    });
    shifts.push(placement.follow(trueMs));
  }
  return shifts.filter((shift) => shift !== 0);
}

test("finds where the voice begins, however late most readings are", () => {
  const placement = new Placement();
  expect(placement.startMs).toBeNull();
  expect(placement.settle()).toBe(false);
  run(placement, 0, 600, { latestMs: 30 });
  expect(placement.settle()).toBe(true);
  expect(placement.startMs).toBe(VOICE_FROM_MS - CONTEXT_FROM_MS);
  expect(run(placement, 600, 5_000, { latestMs: 30 })).toEqual([]);
});

test("follows a stalled output once, and not one late reading", () => {
  const placement = new Placement();
  run(placement, 0, 600);
  placement.settle();
  expect(run(placement, 600, 3_000)).toEqual([]);
  const disturbed = { nowMs: 3_000, contextMs: 2_000, receivedMs: 2_000 };
  placement.note(disturbed);
  expect(placement.follow(3_000)).toBe(0);
  expect(run(placement, 3_010, 6_000, { stalledMs: 23 })).toEqual([-23]);
  expect(placement.startMs).toBe(VOICE_FROM_MS - CONTEXT_FROM_MS - 23);
});

test("moves the voice later after sound of the microphone was lost", () => {
  const placement = new Placement();
  run(placement, 0, 600);
  placement.settle();
  expect(run(placement, 610, 4_000, { lostMs: 15 })).toEqual([15]);
});
