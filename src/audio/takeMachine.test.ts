import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type FinishedTake,
  IDLE,
  nextTakeState,
  type TakeEvent,
  type TakeState,
} from "./takeMachine";

const take: FinishedTake = {
  id: "take-1",
  file: new Blob(["take"]),
  durationMs: 4000,
  peaks: [1, 255],
  stem: null,
  credit: null,
  gaps: 0,
};

const opening: TakeState = { ...IDLE, isOpening: true };
const recording: TakeState = { phase: "recording" };
const finishing: TakeState = { phase: "stopped", take: null, problem: null };
const stopped: TakeState = { phase: "stopped", take, problem: null };
const mixing: TakeState = {
  phase: "uploading",
  take,
  isMixing: true,
  percent: 0,
};
const uploading: TakeState = { ...mixing, isMixing: false, percent: 40 };

const refused: TakeState = {
  phase: "stopped",
  take,
  problem: { kind: "upload", message: "Verse limit reached for this beat." },
};

const microphone = { kind: "microphone" } as const;

const events: TakeEvent[] = [
  { type: "open" },
  { type: "opened" },
  { type: "openFailed", problem: microphone },
  { type: "stop" },
  { type: "finished", take },
  { type: "finishFailed" },
  { type: "recovered", take },
  { type: "again" },
  { type: "upload", isMixing: true },
  { type: "mixed" },
  { type: "mixFailed" },
  { type: "progress", percent: 60 },
  { type: "cancelUpload" },
  { type: "uploadFailed", message: "Verse limit reached for this beat." },
  { type: "uploaded" },
];

/** Every step that changes something; whatever is not named here must change nothing. */
const steps: [
  string,
  TakeState,
  Partial<Record<TakeEvent["type"], TakeState>>,
][] = [
  ["idle", IDLE, { open: opening, recovered: stopped }],
  [
    "opening",
    opening,
    {
      open: opening,
      opened: recording,
      openFailed: { ...IDLE, problem: microphone },
    },
  ],
  ["recording", recording, { stop: finishing }],
  [
    "finishing",
    finishing,
    { finished: stopped, finishFailed: { ...IDLE, problem: { kind: "take" } } },
  ],
  ["stopped", stopped, { again: IDLE, upload: mixing }],
  [
    "mixing",
    mixing,
    {
      mixed: { ...mixing, isMixing: false },
      mixFailed: { phase: "stopped", take, problem: { kind: "mix" } },
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
      mixFailed: { phase: "stopped", take, problem: { kind: "mix" } },
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

test.each(cells)("%s, on %s", (_name, type, state, event, changes) => {
  expect(nextTakeState(state, event)).toEqual(changes[type] ?? state);
});

test("a new try forgets the old problem", () => {
  const failed: TakeState = { ...IDLE, problem: microphone };
  expect(nextTakeState(failed, { type: "open" })).toEqual(opening);
});

test("progress never goes back", () => {
  expect(nextTakeState(uploading, { type: "progress", percent: 10 })).toEqual(
    uploading,
  );
});

test("whatever happens, a finished take is lost only by recording again or by being uploaded", () => {
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
