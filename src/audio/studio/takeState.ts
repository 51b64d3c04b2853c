import type { TakeProblem } from "../capture/takeProblem";
import { AS_RECORDED } from "../mix/mixPlan";
import type { VoiceMix } from "../store/voiceMix";
import type { FinishedTake } from "../store/finishedTake";

export type TakeState =
  | {
      readonly phase: "idle";
      readonly isOpening: false;
      readonly problem: TakeProblem | null;
    }
  | {
      readonly phase: "idle";
      /** True while the microphone opens, including a count-in. */
      readonly isOpening: true;
      readonly problem: null;
      /** During a count-in, the number of beats until the take starts; otherwise null. */
      readonly count: number | null;
    }
  | { readonly phase: "recording"; readonly isKept: boolean }
  | {
      readonly phase: "stopped";
      /** Null while the recording is turned into a file. */
      readonly take: FinishedTake | null;
      readonly isKept: boolean;
      /** Changes to the voice, for preview and upload. */
      readonly mix: VoiceMix;
      readonly problem: TakeProblem | null;
    }
  | {
      readonly phase: "uploading";
      readonly take: FinishedTake;
      readonly isKept: boolean;
      readonly mix: VoiceMix;
      /** True while the mix is rendered, before anything is sent. */
      readonly isMixing: boolean;
      /** How much is mixed, and after that how much is sent. */
      readonly percent: number;
    };

export type TakeEvent =
  | { readonly type: "open" | "opened" | "stop" }
  | { readonly type: "counted"; readonly left: number }
  /** False if part of the take is not stored; that part is lost when the page closes. */
  | { readonly type: "kept"; readonly isKept: boolean }
  | { readonly type: "mixChanged"; readonly mix: VoiceMix }
  | { readonly type: "upload"; readonly isMixing: boolean }
  | { readonly type: "mixed" }
  | { readonly type: "mixFailed"; readonly isOutOfReach: boolean }
  | { readonly type: "cancelUpload" | "uploaded" | "again" }
  | { readonly type: "openFailed"; readonly problem: TakeProblem }
  | { readonly type: "finished"; readonly take: FinishedTake }
  | { readonly type: "finishFailed"; readonly problem: TakeProblem }
  /** A take was opened. It replaces the current one if there is one. */
  | {
      readonly type: "shown";
      readonly take: FinishedTake;
      readonly isKept: boolean;
      readonly mix: VoiceMix;
    }
  | { readonly type: "progress"; readonly percent: number }
  | { readonly type: "uploadFailed"; readonly error: unknown };

type Phase<Name extends TakeState["phase"]> = Extract<
  TakeState,
  { phase: Name }
>;

export const IDLE = {
  phase: "idle",
  isOpening: false,
  problem: null,
} as const satisfies TakeState;

/**
 * The life of a take: idle → recording → stopped → uploading → idle. Events without a meaning in
 * the current phase are ignored, so late events do no harm.
 */
export function nextTakeState(state: TakeState, event: TakeEvent): TakeState {
  if (event.type === "kept" && "isKept" in state) {
    return { ...state, isKept: event.isKept };
  }
  switch (state.phase) {
    case "idle":
      return fromIdle(state, event);
    case "recording":
      return event.type === "stop" ? stopped(null, state.isKept) : state;
    case "stopped":
      return fromStopped(state, event);
    case "uploading":
      return fromUploading(state, event);
  }
}

function stopped(take: FinishedTake | null, isKept: boolean): Phase<"stopped"> {
  return { phase: "stopped", take, isKept, mix: AS_RECORDED, problem: null };
}

function shown(event: Extract<TakeEvent, { type: "shown" }>): TakeState {
  return { ...stopped(event.take, event.isKept), mix: event.mix };
}

function fromIdle(state: Phase<"idle">, event: TakeEvent): TakeState {
  if (!state.isOpening) {
    if (event.type === "shown") return shown(event);
    return event.type === "open"
      ? { ...IDLE, isOpening: true, count: null }
      : state;
  }
  switch (event.type) {
    case "counted":
      return { ...state, count: event.left };
    case "opened":
      return { phase: "recording", isKept: true };
    case "openFailed":
      return { ...IDLE, problem: event.problem };
    default:
      return state;
  }
}

function fromStopped(state: Phase<"stopped">, event: TakeEvent): TakeState {
  const { take, isKept, mix } = state;
  if (take === null) {
    if (event.type === "finished") return { ...state, take: event.take };
    if (event.type === "finishFailed") {
      return { ...IDLE, problem: event.problem };
    }
    return state;
  }
  switch (event.type) {
    case "again":
      return IDLE;
    case "shown":
      return shown(event);
    case "mixChanged":
      return { ...state, mix: event.mix };
    case "upload": {
      const { isMixing } = event;
      return { phase: "uploading", take, isKept, mix, isMixing, percent: 0 };
    }
    default:
      return state;
  }
}

function fromUploading(state: Phase<"uploading">, event: TakeEvent): TakeState {
  const { take, isKept, mix } = state;
  const backTo = (problem: TakeProblem | null): TakeState => ({
    phase: "stopped",
    take,
    isKept,
    mix,
    problem,
  });
  switch (event.type) {
    case "mixed":
      return state.isMixing ? { ...state, isMixing: false, percent: 0 } : state;
    case "mixFailed":
      return backTo({ kind: event.isOutOfReach ? "connection" : "mix" });
    case "progress":
      return { ...state, percent: Math.max(state.percent, event.percent) };
    case "cancelUpload":
      return backTo(null);
    case "uploadFailed":
      return backTo({ kind: "upload", error: event.error });
    case "uploaded":
      return IDLE;
    default:
      return state;
  }
}
