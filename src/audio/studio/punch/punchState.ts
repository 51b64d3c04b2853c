import type { StopReason } from "../../capture/takeProblem";

/**
 * Why a punch-in changed nothing.
 *
 * - microphone: access was denied, or there is none
 * - recorder: the browser could not start recording
 * - beat: the beat's file did not load
 * - offline: it did not, because there is no connection
 * - nothing: it ended before the marked bars
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
      /** Beats until the first marked bar; null from there on. */
      readonly count: number | null;
      /** The bar that is heard. */
      readonly bar: number;
    }
  | { readonly phase: "joining" }
  | {
      readonly phase: "done";
      /** Why it ended before the last marked bar did; null if the rapper stopped it. */
      readonly reason: PunchStopReason | null;
      readonly isCutShort: boolean;
      /** Whether the system went on with another microphone meanwhile. */
      readonly isSwitched: boolean;
    };

export const PREPARING: PunchState = { phase: "preparing" };

/** The state in which bars are marked. `problem` says what went wrong before, if anything did. */
export const choosing = (problem: PunchProblem | null): PunchState => ({
  phase: "choosing",
  problem,
});
