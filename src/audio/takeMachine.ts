import type { Credit } from "./credit";
import type { Stem } from "./stem";

/** A take that is ready to hear and to send. */
export interface FinishedTake {
  readonly id: string;
  readonly file: Blob;
  readonly durationMs: number;
  readonly peaks: number[];
  /** Null where the voice was not kept apart, or the browser cannot mix it anew. */
  readonly stem: Stem | null;
  /** Null where an older version of the app has recorded it. */
  readonly credit: Credit | null;
  /** Short holes in the voice that the system has torn. */
  readonly gaps: number;
}

/** microphone: refused or missing · beat: its file would not load · take: what was recorded could not be read · mix: it could not be mixed anew. */
export type TakeProblem =
  | { readonly kind: "microphone" | "beat" | "take" | "mix" }
  /** `message` is what the server wants a person to read, if anything. */
  | { readonly kind: "upload"; readonly message: string | null };

export type TakeState =
  | {
      readonly phase: "idle";
      /** The microphone is being opened. */
      readonly isOpening: boolean;
      readonly problem: TakeProblem | null;
    }
  | { readonly phase: "recording" }
  | {
      readonly phase: "stopped";
      /** Null while the recording is being made into a file. */
      readonly take: FinishedTake | null;
      readonly problem: TakeProblem | null;
    }
  | {
      readonly phase: "uploading";
      readonly take: FinishedTake;
      /** Before anything is sent, a changed voice is mixed anew. */
      readonly isMixing: boolean;
      readonly percent: number;
    };

export type TakeEvent =
  | { readonly type: "open" | "opened" | "stop" }
  | { readonly type: "upload"; readonly isMixing: boolean }
  | { readonly type: "mixed" | "mixFailed" }
  | { readonly type: "cancelUpload" | "uploaded" | "again" }
  | { readonly type: "openFailed"; readonly problem: TakeProblem }
  | { readonly type: "finished"; readonly take: FinishedTake }
  | { readonly type: "finishFailed" }
  | { readonly type: "recovered"; readonly take: FinishedTake }
  | { readonly type: "progress"; readonly percent: number }
  | { readonly type: "uploadFailed"; readonly message: string | null };

export const IDLE: Phase<"idle"> = {
  phase: "idle",
  isOpening: false,
  problem: null,
};

/** idle → recording → stopped → uploading. An event that means nothing in a phase changes nothing: late answers are harmless. */
export function nextTakeState(state: TakeState, event: TakeEvent): TakeState {
  switch (state.phase) {
    case "idle":
      return fromIdle(state, event);
    case "recording":
      return event.type === "stop"
        ? { phase: "stopped", take: null, problem: null }
        : state;
    case "stopped":
      return fromStopped(state, event);
    case "uploading":
      return fromUploading(state, event);
  }
}

type Phase<Name extends TakeState["phase"]> = Extract<
  TakeState,
  { phase: Name }
>;

function fromIdle(state: Phase<"idle">, event: TakeEvent): TakeState {
  if (event.type === "recovered" && !state.isOpening) {
    return { phase: "stopped", take: event.take, problem: null };
  }
  if (event.type === "open") return { ...IDLE, isOpening: true };
  if (!state.isOpening) return state;
  if (event.type === "opened") return { phase: "recording" };
  if (event.type === "openFailed") return { ...IDLE, problem: event.problem };
  return state;
}

function fromStopped(state: Phase<"stopped">, event: TakeEvent): TakeState {
  if (state.take === null) {
    if (event.type === "finished") return { ...state, take: event.take };
    if (event.type === "finishFailed") {
      return { ...IDLE, problem: { kind: "take" } };
    }
    return state;
  }
  if (event.type === "again") return IDLE;
  if (event.type === "upload") {
    const { isMixing } = event;
    return { phase: "uploading", take: state.take, isMixing, percent: 0 };
  }
  return state;
}

function fromUploading(state: Phase<"uploading">, event: TakeEvent): TakeState {
  switch (event.type) {
    case "mixed":
      return { ...state, isMixing: false };
    case "mixFailed":
      return {
        phase: "stopped",
        take: state.take,
        problem: { kind: "mix" },
      };
    case "progress":
      return { ...state, percent: Math.max(state.percent, event.percent) };
    case "cancelUpload":
      return { phase: "stopped", take: state.take, problem: null };
    case "uploadFailed":
      return {
        phase: "stopped",
        take: state.take,
        problem: { kind: "upload", message: event.message },
      };
    case "uploaded":
      return IDLE;
    default:
      return state;
  }
}
