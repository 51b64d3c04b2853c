import type { PlacedSection } from "../../../../convex/shared/sections";

/** What the joins of a chain depend on. */
export interface Joined {
  readonly durationMs: number;
  /** Null if the bars of the verse are not known. */
  readonly section: PlacedSection | null;
}

/** Where two verses meet. Times are in ms in their files. */
export interface Join {
  /** Position in the first verse at which the second takes over. */
  readonly atMs: number;
  /** Position in the second verse at the join. The sound before it is heard before the join. */
  readonly fromMs: number;
}

/** If a section ends later than its file by more than this, its bars are wrong. */
const SLACK_MS = 250;

/**
 * Returns where the second verse follows the first: on the bar line where the first verse's section
 * ends, while its tail is still heard. Unless the bars of both are known, the second verse starts
 * when the first file ends.
 */
export function joinOf(first: Joined, second: Joined): Join {
  const end = { atMs: first.durationMs, fromMs: 0 };
  if (!first.section || !second.section) return end;
  const { endMs } = first.section;
  if (endMs > first.durationMs + SLACK_MS) return end;
  return { atMs: endMs, fromMs: second.section.atMs };
}
