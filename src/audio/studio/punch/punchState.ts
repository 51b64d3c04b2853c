import type { StopReason } from "../../capture/takeProblem";

/**
 * Why a punch-in changed nothing.
 *
 * - microphone: access was denied, or there is no microphone
 * - recorder: the browser could not start recording
 * - beat: the beat's file did not load
 * - offline: the beat's file did not load because there is no connection
 * - nothing: the recording ended before the marked bars
 * - voice: the new voice was not recorded separately
 * - join: the new bars could not be made into a take
 */
export type PunchProblem =
  "microphone" | "recorder" | "beat" | "offline" | "nothing" | "voice" | "join";

/** Why a recording ended early; "closed" if its page closed. */
export type PunchStopReason = StopReason | "closed";

export type PunchState =
  | { readonly phase: "preparing" }
  | { readonly phase: "choosing"; readonly problem: PunchProblem | null }
  | { readonly phase: "opening" }
  | {
      readonly phase: "recording";
      /** Beats until the first marked bar; null once it has started. */
      readonly count: number | null;
      /** Number of the bar that is heard. */
      readonly bar: number;
    }
  | { readonly phase: "joining" }
  | {
      readonly phase: "done";
      /** Why the recording ended before the last marked bar did; null if the rapper stopped it. */
      readonly reason: PunchStopReason | null;
      readonly isCutShort: boolean;
      /** Whether the system switched to another microphone during the recording. */
      readonly isSwitched: boolean;
    };

export const PREPARING: PunchState = { phase: "preparing" };

/**
 * Returns the state in which bars are marked. `problem` is what went wrong with the recording
 * before, or null.
 */
export const choosing = (problem: PunchProblem | null): PunchState => ({
  phase: "choosing",
  problem,
});
