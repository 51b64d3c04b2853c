import type { PlacedSection } from "../../../../convex/shared/sections";

/** What the joins of a chain depend on. */
export interface Joined {
  readonly durationMs: number;
  /** Null if the bars of the verse are not known. */
  readonly section: PlacedSection | null;
}

/** Where two verses meet. Times are in ms in their files. */
export interface Join {
  /** In the first one: there the second one takes over. */
  readonly atMs: number;
  /** In the second one. What lies before is heard before the join. */
  readonly fromMs: number;
}

/** A section does not end much later than its file. */
const SLACK_MS = 250;

/**
 * Returns where the second verse follows the first: on the bar line where the first one ended,
 * while its tail is still heard. Unless the bars of both are known, the second one follows the end.
 */
export function joinOf(first: Joined, second: Joined): Join {
  const end = { atMs: first.durationMs, fromMs: 0 };
  if (!first.section || !second.section) return end;
  const { endMs } = first.section;
  if (endMs > first.durationMs + SLACK_MS) return end;
  return { atMs: endMs, fromMs: second.section.atMs };
}
