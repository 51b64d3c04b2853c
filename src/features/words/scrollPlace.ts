import { lineAt, type WordTiming } from "../../../convex/shared/wordPlan";

interface ScrolledLines {
  readonly plan: readonly WordTiming[];
  /** The middle of each line, in pixels from the top of the list. */
  readonly tops: readonly number[];
  /** True to step from line to line instead of moving all the time. */
  readonly isStill: boolean;
}

/**
 * Returns the place in the list that belongs in the middle of the window. It
 * reaches the middle of a line when that line is due. Before the first line and
 * after the last one it stands still.
 */
export function scrollPlace(
  { plan, tops, isStill }: ScrolledLines,
  atMs: number,
): number {
  const at = Math.max(0, lineAt(plan, atMs));
  const top = tops[at] ?? 0;
  const now = plan[at];
  const next = plan[at + 1];
  if (isStill || !now || !next || next.startMs <= now.startMs) return top;
  const share = (atMs - now.startMs) / (next.startMs - now.startMs);
  return top + Math.max(0, share) * ((tops[at + 1] ?? top) - top);
}
