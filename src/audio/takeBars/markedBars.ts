/** A run of bars; `firstBar` is never behind `lastBar`. */
export interface MarkedBars {
  readonly firstBar: number;
  readonly lastBar: number;
}

/**
 * Returns the marks after a bar was pressed. The first press marks one bar, the second one all bars
 * up to the other end, in whichever order. A further press starts again; pressing the only marked
 * bar removes its mark.
 */
export function pressBar(
  marked: MarkedBars | null,
  bar: number,
): MarkedBars | null {
  if (marked === null || marked.firstBar !== marked.lastBar) {
    return { firstBar: bar, lastBar: bar };
  }
  return marked.firstBar === bar ? null : barsBetween(marked.firstBar, bar);
}

/** Returns the bars between two ends, which may be in any order. */
function barsBetween(one: number, other: number): MarkedBars {
  return { firstBar: Math.min(one, other), lastBar: Math.max(one, other) };
}

export function isMarked(marked: MarkedBars | null, bar: number): boolean {
  return marked !== null && bar >= marked.firstBar && bar <= marked.lastBar;
}
