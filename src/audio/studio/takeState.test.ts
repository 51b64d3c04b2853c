import { AS_RECORDED } from "../mix/mixPlan";
import type { FinishedTake } from "../store/finishedTake";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  IDLE,
  nextTakeState,
  type TakeEvent,
  type TakeState,
} from "./takeState";

const take: FinishedTake = {
  id: "take-1",
  file: new Blob(["take"]),
  durationMs: 4000,
  peaks: [1, 255],
  stem: null,
  credit: null,
  dropouts: 0,
};

const opening: TakeState = { ...IDLE, isOpening: true, count: null };
const recording: TakeState = { phase: "recording", isKept: true };
const finishing = {
  phase: "stopped",
  take: null,
  isKept: true,
  mix: AS_RECORDED,
  problem: null,
} satisfies TakeState;
const stopped = { ...finishing, take } satisfies TakeState;
const mixing: TakeState = {
  phase: "uploading",
  take,
  isKept: true,
  mix: AS_RECORDED,
  isMixing: true,
  percent: 0,
};
const uploading: TakeState = { ...mixing, isMixing: false, percent: 40 };

const limitReached = new Error("Verse limit reached for this beat.");
const refused: TakeState = {
  ...stopped,
  problem: { kind: "upload", error: limitReached },
};
const moved = { timingMs: -40, voice: 1 };

const microphone = { kind: "microphone" } as const;

const events: TakeEvent[] = [
  { type: "open" },
  { type: "counted", left: 4 },
  { type: "opened" },
  { type: "kept", isKept: false },
  { type: "mixChanged", mix: moved },
  { type: "openFailed", problem: microphone },
  { type: "stop" },
  { type: "finished", take },
  { type: "finishFailed", problem: { kind: "empty" } },
  { type: "shown", take, isKept: true, mix: AS_RECORDED },
  { type: "again" },
  { type: "upload", isMixing: true },
  { type: "mixed" },
  { type: "mixFailed", isOutOfReach: false },
  { type: "progress", percent: 60 },
  { type: "cancelUpload" },
  { type: "uploadFailed", error: limitReached },
  { type: "uploaded" },
];

/** Every transition. Any event that is not listed for a state must leave it unchanged. */
const steps: [
  string,
  TakeState,
  Partial<Record<TakeEvent["type"], TakeState>>,
][] = [
  ["idle", IDLE, { open: opening, shown: stopped }],
  [
    "opening",
    opening,
    {
      open: opening,
      counted: { ...IDLE, isOpening: true, count: 4 },
      opened: recording,
      openFailed: { ...IDLE, problem: microphone },
    },
  ],
  [
    "recording",
    recording,
    { stop: finishing, kept: { phase: "recording", isKept: false } },
  ],
  [
    "finishing",
    finishing,
    {
      finished: stopped,
      kept: { ...finishing, isKept: false },
      finishFailed: { ...IDLE, problem: { kind: "empty" } },
    },
  ],
  [
    "stopped",
    stopped,
    {
      again: IDLE,
      upload: mixing,
      kept: { ...stopped, isKept: false },
      mixChanged: { ...stopped, mix: moved },
    },
  ],
  [
    "mixing",
    mixing,
    {
      mixed: { ...mixing, isMixing: false, percent: 0 },
      kept: { ...mixing, isKept: false },
      mixFailed: { ...stopped, problem: { kind: "mix" } },
      progress: { ...mixing, percent: 60 },
      cancelUpload: stopped,
      uploadFailed: refused,
      uploaded: IDLE,
    },
  ],
  [
    "uploading",
    uploading,
    {
      kept: { ...uploading, isKept: false },
      mixFailed: { ...stopped, problem: { kind: "mix" } },
      progress: { ...uploading, percent: 60 },
      cancelUpload: stopped,
      uploadFailed: refused,
      uploaded: IDLE,
    },
  ],
];

const cells = steps.flatMap(([name, state, changes]) =>
  events.map((event) => [name, event.type, state, event, changes] as const),
);

test.each(cells)("from %s, on %s", (_name, type, state, event, changes) => {
  expect(nextTakeState(state, event)).toEqual(changes[type] ?? state);
});

test("opening again clears the old problem", () => {
  const failed: TakeState = { ...IDLE, problem: microphone };
  expect(nextTakeState(failed, { type: "open" })).toEqual(opening);
});

test("says that a take could not be mixed without a connection", () => {
  const event = { type: "mixFailed", isOutOfReach: true } as const;
  const problem = { kind: "connection" };
  expect(nextTakeState(mixing, event)).toEqual({ ...stopped, problem });
});

test("another take replaces the current one, with its own mix", () => {
  const other = { ...take, id: "take-2" };
  const event = {
    type: "shown",
    take: other,
    isKept: false,
    mix: moved,
  } as const;
  expect(nextTakeState(refused, event)).toEqual({
    ...stopped,
    take: other,
    isKept: false,
    mix: moved,
  });
});

test("progress never decreases", () => {
  expect(nextTakeState(uploading, { type: "progress", percent: 10 })).toEqual(
    uploading,
  );
});

test("no sequence of events loses a finished take, except again and uploaded", () => {
  const holds = (state: TakeState) => "take" in state && state.take !== null;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (history) => {
      let state: TakeState = IDLE;
      for (const event of history) {
        const next = nextTakeState(state, event);
        const mayLose = event.type === "again" || event.type === "uploaded";
        if (holds(state) && !mayLose) expect(holds(next)).toBe(true);
        state = next;
      }
    }),
  );
});
