"use node";

import type { Outline, Shape } from "./shaping";
import { clustersOf } from "./splitByFont";

export interface FittedText {
  readonly size: number;
  readonly lines: readonly Outline[];
}

/** Font sizes to try, largest first, with the number of lines of each. */
export type Sizes = readonly {
  readonly size: number;
  readonly lines: number;
}[];

interface Box {
  readonly width: number;
  readonly sizes: Sizes;
}

/**
 * Sets a text in the largest size at which it fits. If it does not fit even in the
 * smallest, it is cut and ends with an ellipsis.
 */
export function fitText(text: string, box: Box, shape: Shape): FittedText {
  const clusters = clustersOf(text.replace(/\s+/g, " ").trim());
  let fitted: FittedText = { size: box.sizes[0]?.size ?? 0, lines: [] };
  for (const { size, lines } of box.sizes) {
    const broken = breakLines(clusters, lines, box.width / size, shape);
    fitted = { size, lines: broken.lines };
    if (broken.isWhole) return fitted;
  }
  return fitted;
}

function breakLines(
  clusters: readonly string[],
  most: number,
  width: number,
  shape: Shape,
) {
  const lines: Outline[] = [];
  let rest = clusters;
  while (lines.length < most && rest.length > 0) {
    const isLast = lines.length === most - 1;
    const count = fittingCount(rest, width, shape, isLast ? "…" : "");
    const end = isLast ? count : wordEnd(rest, count);
    const isCut = isLast && end < rest.length;
    const line = rest.slice(0, end).join("").trim();
    lines.push(shape(isCut ? `${line}…` : line));
    if (isCut) return { lines, isWhole: false };
    rest = rest.slice(end);
  }
  return { lines, isWhole: rest.length === 0 };
}

/**
 * Returns how many clusters fit, at least one. If some are left out, `end` is
 * added to the text.
 */
function fittingCount(
  clusters: readonly string[],
  width: number,
  shape: Shape,
  end: string,
): number {
  const fits = (count: number) => {
    const tail = count < clusters.length ? end : "";
    return shape(clusters.slice(0, count).join("") + tail).width <= width;
  };
  if (fits(clusters.length)) return clusters.length;
  let low = 1;
  let high = clusters.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Moves the end of a line back to a space, unless the word is longer than half of the line. */
function wordEnd(clusters: readonly string[], count: number): number {
  if (count >= clusters.length || clusters[count] === " ") return count;
  const space = clusters.lastIndexOf(" ", count);
  return space > count / 2 ? space + 1 : count;
}
