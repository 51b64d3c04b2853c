"use node";

import bidiFactory from "bidi-js";

/** Neighbouring characters that are read in one direction. */
export interface DirectedRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;

/** Characters that only steer the direction; in a name they can mislead. */
const CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

let bidi: ReturnType<typeof bidiFactory> | null = null;

/**
 * Divides a line into runs, in the order in which they appear from left to
 * right (Unicode Bidirectional Algorithm). The text of each run keeps its
 * reading order.
 */
export function visualOrder(line: string): DirectedRun[] {
  const text = line.replace(CONTROLS, "");
  if (!RIGHT_TO_LEFT.test(text)) return [{ text, isRightToLeft: false }];
  bidi ??= bidiFactory();
  const levels = bidi.getEmbeddingLevels(text);
  return joined(text, bidi.getReorderedIndices(text, levels), levels.levels);
}

function joined(
  text: string,
  order: readonly number[],
  levels: Uint8Array,
): DirectedRun[] {
  const runs: { text: string; level: number }[] = [];
  for (const index of order) {
    const level = levels[index] ?? 0;
    const unit = text.charAt(index);
    const last = runs.at(-1);
    if (last?.level !== level) runs.push({ text: unit, level });
    else last.text = level % 2 === 1 ? unit + last.text : last.text + unit;
  }
  return runs.map((run) => ({
    text: run.text,
    isRightToLeft: run.level % 2 === 1,
  }));
}
