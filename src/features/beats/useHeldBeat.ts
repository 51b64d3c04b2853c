import type { UseQueryResult } from "convex/react";
import type { BeatSummary } from "../../../convex/shared/validators";
import { useHeld } from "../../hooks/useHeld";
import { isBeatHidden } from "../safety/hiding";

/** Why a beat on the screen can no longer be loaded. */
export type BeatProblem = "gone" | "failed";

interface ShownBeat {
  readonly beat: BeatSummary;
  readonly problem: BeatProblem | null;
}

type BeatResult = UseQueryResult<BeatSummary | null>;

/**
 * Returns the beat to show; null if there is none. While `holdPage` keeps the page open, the last
 * beat stays.
 */
export function useHeldBeat(
  result: BeatResult,
  beatId: string,
  hidden: ReadonlySet<string>,
): ShownBeat | null {
  const visible = visibleBeat(result, hidden);
  const beat = useHeld(visible, beatId);
  if (beat === null) return null;
  return { beat, problem: visible ? null : problemOf(result) };
}

function visibleBeat(
  result: BeatResult,
  hidden: ReadonlySet<string>,
): BeatSummary | null {
  if (result.status !== "success" || result.data === null) return null;
  return isBeatHidden(result.data, hidden) ? null : result.data;
}

function problemOf(result: BeatResult): BeatProblem | null {
  if (result.status === "error") return "failed";
  return result.status === "success" && result.data === null ? "gone" : null;
}
