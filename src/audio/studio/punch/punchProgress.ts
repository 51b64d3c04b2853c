import type { PunchPlan } from "../../takeBars/punchPlan";
import { spanOfTake, type TakeBar } from "../../takeBars/takeBars";
import { beatMs, type Rhythm } from "../../../../convex/shared/beatGrid";
import type { Stem } from "../../store/stem";
import type { PunchState } from "./punchState";

interface Punch {
  readonly plan: PunchPlan;
  readonly bars: readonly TakeBar[];
  readonly stem: Stem;
}

interface Progress {
  readonly state: PunchState;
  /** Position in the take; negative before the take starts. */
  readonly inTakeMs: number;
}

/** Returns the position of a punch-in at a time since playback started. */
export function progressAt(
  { plan, bars, stem }: Punch,
  rhythm: Rhythm,
  elapsedMs: number,
): Progress {
  const atMs = plan.beatFromMs + elapsedMs;
  const untilMs = plan.leadInMs - elapsedMs;
  const count =
    untilMs > 0 ? Math.ceil(untilMs / beatMs(rhythm) - ROUNDING) : null;
  const heard = bars.findLast(({ fromMs }) => fromMs <= atMs);
  const isIn = count === null;
  const bar = isIn
    ? Math.min(plan.lastBar, heard?.bar ?? plan.firstBar)
    : plan.firstBar;
  return {
    state: { phase: "recording", count: isIn ? null : Math.max(1, count), bar },
    inTakeMs: atMs - spanOfTake(stem).fromMs,
  };
}

/** A beat counts as reached if it is only a rounding error away. */
const ROUNDING = 1e-3;
