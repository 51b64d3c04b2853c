import { expect, test } from "vitest";
import { BURST_LENGTH, makeBurst } from "./makeBurst";
import { findBurst, judgeBursts } from "./burstMatch";

const burst = makeBurst();

test("a burst is balanced noise that correlates with itself only at lag zero", () => {
  const ones = burst.filter((sample) => sample > 0).length;
  expect(ones).toBe((BURST_LENGTH + 1) / 2);
  for (const shift of [1, 17, 480, 16_000]) {
    let sum = 0;
    for (let index = 0; index < BURST_LENGTH; index += 1) {
      const other = burst[(index + shift) % BURST_LENGTH] ?? 0;
      sum += (burst[index] ?? 0) * other * 16;
    }
    expect(sum).toBe(-1);
  }
});

/** A seeded generator, so that every run has the same noise. Values from -1 to 1. */
function makeRandom(): () => number {
  let seed = 12_345;
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 31 - 1;
  };
}

interface Room {
  readonly delaySeconds: number;
  readonly sampleRate: number;
  readonly gain?: number;
  readonly noise?: number;
  readonly clipAt?: number;
  /** Each echo: its seconds after the direct sound, and its loudness relative to that sound. */
  readonly echoes?: readonly (readonly [number, number])[];
  /** Strength of a low-pass filter: the fraction of the previous sample in each one. */
  readonly dullness?: number;
}

/** Simulates the recording of a burst that is played when the recording starts. */
function record(room: Room): Float32Array {
  const { sampleRate, gain = 1, noise = 0, clipAt = 1, dullness = 0 } = room;
  const random = makeRandom();
  const recording = new Float32Array(BURST_LENGTH + sampleRate).map(
    () => noise * random(),
  );
  for (const [after, share] of [[0, 1] as const, ...(room.echoes ?? [])]) {
    const start = Math.round((room.delaySeconds + after) * sampleRate);
    let dulled = 0;
    for (let index = 0; index < BURST_LENGTH; index += 1) {
      dulled = dullness * dulled + (1 - dullness) * (burst[index] ?? 0);
      const at = start + index;
      if (at < recording.length) {
        recording[at] = (recording[at] ?? 0) + gain * share * dulled;
      }
    }
  }
  return recording.map((sample) => Math.max(-clipAt, Math.min(clipAt, sample)));
}

const rooms: [string, Omit<Room, "delaySeconds" | "sampleRate">][] = [
  ["a cable", {}],
  ["a quiet earbud", { gain: 0.004, noise: 0.001 }],
  ["a noisy street", { gain: 0.1, noise: 0.1 }],
  ["a clipping input", { gain: 8, clipAt: 0.3, noise: 0.05 }],
  ["a turned phase", { gain: -0.3, noise: 0.01 }],
  ["a dull loudspeaker", { gain: 0.2, noise: 0.01, dullness: 0.9 }],
  [
    "a room with echoes, the second louder than the direct sound",
    {
      gain: 0.1,
      noise: 0.005,
      echoes: [
        [0.004, 0.7],
        [0.011, 1.2],
        [0.031, 0.5],
        [0.055, 0.4],
        [0.08, 0.3],
        [0.13, 0.2],
      ],
    },
  ],
];

test.each(
  rooms.flatMap(([name, room]) =>
    [44_100, 48_000].flatMap((sampleRate) =>
      [0, 0.012_3, 0.183, 0.9].map((delaySeconds) => ({
        name,
        room: { ...room, sampleRate, delaySeconds },
      })),
    ),
  ),
)(
  "finds a delay of $room.delaySeconds s at $room.sampleRate Hz to within a millisecond with $name",
  ({ room }) => {
    const match = findBurst(record(room), burst, room.sampleRate);
    expect(Math.abs(match.delaySeconds - room.delaySeconds)).toBeLessThan(
      0.001,
    );
    expect(judgeBursts([match, match, match]).kind).toBe("measured");
  },
);

test.each([
  ["silence", { gain: 0 }],
  ["noise alone", { gain: 0, noise: 0.5 }],
  ["a burst far below the noise", { gain: 0.002, noise: 0.5 }],
])("finds no delay in %s", (_, room) => {
  const heard = record({ ...room, delaySeconds: 0.05, sampleRate: 48_000 });
  const match = findBurst(heard, burst, 48_000);
  expect(judgeBursts([match, match, match])).toEqual({ kind: "unheard" });
});

const sure = (delaySeconds: number) => ({
  delaySeconds,
  confidenceDecibels: 40,
});

test("returns the median of three delays", () => {
  expect(judgeBursts([sure(0.0431), sure(0.043), sure(0.0442)])).toEqual({
    kind: "measured",
    seconds: 0.0431,
  });
});

test("rejects three delays that disagree", () => {
  expect(judgeBursts([sure(0.043), sure(0.043), sure(0.06)])).toEqual({
    kind: "unsteady",
  });
});

test("rejects a measurement in which one burst was not heard", () => {
  const lost = { delaySeconds: 0.043, confidenceDecibels: 12 };
  expect(judgeBursts([sure(0.043), lost, sure(0.043)])).toEqual({
    kind: "unheard",
  });
  expect(judgeBursts([])).toEqual({ kind: "unheard" });
});
