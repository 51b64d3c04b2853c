import { rawFile } from "../signal/recordingFormat";
import type { RawRecording } from "../store/finishedTake";

/**
 * What went wrong with a take.
 *
 * - microphone: access was denied, or there is none
 * - recorder: the browser could not start recording
 * - beat: the beat's file did not load
 * - offline: the beat's file did not load because there is no connection
 * - empty: nothing was recorded
 * - take: the recording could not be made into a file
 * - mix: the take could not be remixed
 * - connection: the code that mixes the take, or the beat, could not be fetched
 * - upload: the verse could not be sent
 *
 * If a device does not store a take, the reason is a `StoreProblem`. If marked bars of a take could
 * not be recorded again, it is a `PunchProblem`.
 */
export type TakeProblem =
  | { readonly kind: "microphone" | "recorder" | "beat" | "offline" | "empty" }
  | { readonly kind: "mix" | "connection" }
  /** Carries the raw recording, so that it can still be saved. */
  | { readonly kind: "take"; readonly recording: RawRecording }
  /** `error` is what sending threw. Read it with `failureCode` or `failureText`. */
  | { readonly kind: "upload"; readonly error: unknown };

/**
 * Why a take stopped by itself. Nothing of the take is lost, so this is not a `TakeProblem`.
 *
 * - microphone: the microphone was unplugged, or its permission was withdrawn
 * - system: the device paused the sound or took the microphone, for example for a call
 * - frozen: the browser put the page to sleep
 * - length: the take reached the maximum length of a verse
 */
export type StopReason = "microphone" | "system" | "frozen" | "length";

interface Chunks {
  readonly mimeType: string;
  readonly chunks: Blob[];
}

/** Why a take could not start. `problem` is what the recorder shows. */
export class CaptureError extends Error {
  readonly problem: TakeProblem;

  constructor(problem: TakeProblem, cause: unknown) {
    super(`capture failed: ${problem.kind}`, { cause });
    this.problem = problem;
  }
}

/** The problem to show for a take that could not start. */
export function startProblem(error: unknown): TakeProblem {
  return error instanceof CaptureError ? error.problem : { kind: "recorder" };
}

/** The problem to show for a recording that could not be made into a file. */
export function finishProblem(
  { mimeType, chunks }: Chunks,
  credit: RawRecording["credit"],
): TakeProblem {
  if (chunks.length === 0) return { kind: "empty" };
  return {
    kind: "take",
    recording: { file: rawFile(mimeType, chunks), credit },
  };
}
