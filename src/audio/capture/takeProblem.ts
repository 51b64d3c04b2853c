import type { RawRecording } from "../store/finishedTake";

/**
 * What went wrong with a take.
 *
 * - microphone: access was denied, or there is none
 * - recorder: the browser could not start recording
 * - beat: the beat's file did not load
 * - empty: nothing was recorded
 * - take: the recording could not be made into a file
 * - mix: the take could not be remixed
 * - connection: what mixes the take, or its beat, was out of reach
 * - upload: the verse could not be sent
 */
export type TakeProblem =
  | { readonly kind: "microphone" | "recorder" | "beat" | "empty" }
  | { readonly kind: "mix" | "connection" }
  /** Carries the raw recording, so that it can still be saved. */
  | { readonly kind: "take"; readonly recording: RawRecording }
  /** `error` is what sending threw. Read it with `failureCode` or `failureText`. */
  | { readonly kind: "upload"; readonly error: unknown };
