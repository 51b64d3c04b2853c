import type { UseQueryResult } from "convex/react";
import { useState, useSyncExternalStore } from "react";
import type { BeatSummary } from "../../../convex/shared/validators";
import { pageHold } from "../../lib/pageHold";
import { isBeatHidden } from "../safety/hiding";

/** Why a beat on the screen can no longer be loaded. */
export type BeatProblem = "gone" | "failed";

interface ShownBeat {
  readonly beat: BeatSummary;
  readonly problem: BeatProblem | null;
}

type BeatResult = UseQueryResult<BeatSummary | null>;

/**
 * The beat to show; null if there is none. While the page is held, the last one stays, whatever
 * others do: a recorder that goes with its beat would take unsaved takes with it.
 */
export function useHeldBeat(
  result: BeatResult,
  beatId: string,
  hidden: ReadonlySet<string>,
): ShownBeat | null {
  const isHeld = useSyncExternalStore(pageHold.subscribe, pageHold.isHeld);
  const [last, setLast] = useState<BeatSummary | null>(null);
  const beat = visibleBeat(result, hidden);
  if (beat !== null && beat !== last) setLast(beat);
  if (beat !== null) return { beat, problem: null };
  if (!isHeld || last?.id !== beatId) return null;
  return { beat: last, problem: problemOf(result) };
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
