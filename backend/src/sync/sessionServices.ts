import type { Admission } from "../admission/admission.ts";
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { Arrivals } from "../queues/arrivals.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import type { FlushScheduler } from "./flushScheduler.ts";
import type { LiveQueries } from "./liveQueries.ts";
import type { MutationQueues } from "./mutationQueues.ts";
import type { SessionLimits } from "./sessionLimits.ts";

/** Services that all sessions of a server share. */
export interface SessionServices {
  readonly runtime: Pick<
    FunctionRuntime,
    "runMutation" | "runAction" | "answeredTs" | "ping"
  >;
  readonly liveQueries: LiveQueries;
  readonly mutationQueues: MutationQueues;
  readonly flushScheduler: FlushScheduler;
  readonly tokens: TokenVerifier;
  /** Callers whose identity changes take turns, by address. */
  readonly identityTurns: Arrivals;
  readonly limits: SessionLimits;
  readonly admission: Admission;
  readonly log: (message: string) => void;
}
