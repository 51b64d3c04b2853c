import { v, type Infer } from "convex/values";
import { BEATS_IN_BAR, MAX_VERSE_MS, MINUTE_MS } from "./limits";

/** When a line starts, in ms from the beginning of the take or verse. */
export const wordTimingValidator = v.object({
  line: v.number(), // index among all lines of the text, blank ones included
  startMs: v.number(),
});
export type WordTiming = Infer<typeof wordTimingValidator>;

/** The words of a take, and when each line is due. */
export interface TakeWords {
  readonly text: string;
  /** One entry for each line that is not blank, in order. */
  readonly plan: readonly WordTiming[];
}

/** The bars over which lines are spread. */
export interface BarSpan {
  readonly fromMs: number;
  readonly barMs: number;
  readonly bars: number;
  /** Set if the beat starts again after `bars`, which need not fill its length. */
  readonly loop?: { readonly bars: number; readonly lengthMs: number };
}

/** Returns the indexes of the lines that are not blank. */
export function spokenLines(text: string): number[] {
  return text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [index]));
}

/**
 * Spreads the lines evenly over the bars. With at least one bar for each line,
 * every line starts on a bar; with at least one beat, on a beat.
 */
export function planWords(text: string, span: BarSpan): WordTiming[] {
  const lines = spokenLines(text);
  const { bars } = span;
  const step = stepOf(bars, lines.length);
  return lines.map((line, index) => {
    const steps = (index * bars) / lines.length / step;
    const bar = (step < 1 / BEATS_IN_BAR ? steps : Math.floor(steps)) * step;
    return { line, startMs: Math.round(startOf(bar, span)) };
  });
}

/** Returns when a bar starts, in ms; parts of a bar count too. */
function startOf(bar: number, { fromMs, barMs, loop }: BarSpan): number {
  if (!loop) return fromMs + bar * barMs;
  const round = Math.floor(bar / loop.bars);
  return round * loop.lengthMs + fromMs + (bar - round * loop.bars) * barMs;
}

/** Returns the finest step that is needed, in bars. */
function stepOf(bars: number, lines: number): number {
  if (lines <= bars) return 1;
  return lines <= bars * BEATS_IN_BAR ? 1 / BEATS_IN_BAR : 1 / 1000;
}

/** Tempo and length, in ms, of a looping beat. */
export interface WordRhythm {
  readonly bpm: number;
  readonly loopMs: number;
  /** Where bar 1 of the beat starts. Default: at the beginning of the file. */
  readonly firstBarMs?: number | undefined;
}

const barMsOf = (bpm: number) => (BEATS_IN_BAR * MINUTE_MS) / bpm;

/** Returns the bars of a take of a section, which starts with its first bar. */
export const sectionSpan = (bpm: number, bars: number): BarSpan => ({
  fromMs: 0,
  barMs: barMsOf(bpm),
  bars,
});

/**
 * The last bar of a beat may lack this part of a bar and still count as whole.
 */
const CUT_BAR = 0.1;

/**
 * Returns the bars over which to spread the words of a take without a section.
 * They cover the whole bars of the looping beat once, or as often as it takes to
 * give each line a bar, up to the maximum length of a verse. A beat shorter than
 * a bar counts as one bar.
 */
export function freeSpan(
  { bpm, loopMs, firstBarMs = 0 }: WordRhythm,
  lines: number,
): BarSpan {
  const nominalMs = barMsOf(bpm);
  const whole = Math.floor((loopMs - firstBarMs) / nominalMs + CUT_BAR);
  const barsInLoop = Math.max(1, whole);
  const lengthMs = loopMs > 0 ? loopMs : nominalMs;
  const barMs = Math.min(nominalMs, lengthMs);
  const rounds = Math.max(1, Math.ceil(lines / barsInLoop));
  const most = Math.floor(MAX_VERSE_MS / (lengthMs / barsInLoop));
  return {
    fromMs: firstBarMs,
    barMs,
    bars: Math.max(1, Math.min(barsInLoop * rounds, most)),
    loop: { bars: barsInLoop, lengthMs },
  };
}

/** Spreads the lines evenly over a verse of this length. */
export function spreadWords(text: string, durationMs: number): WordTiming[] {
  const lines = spokenLines(text);
  const span = { fromMs: 0, barMs: durationMs / lines.length };
  return planWords(text, { ...span, bars: lines.length });
}

/**
 * Returns the timings with these starts, or null if they are not the starts of
 * the text's lines in order.
 */
export function timingsFrom(
  text: string,
  startsMs: readonly number[],
): WordTiming[] | null {
  const lines = spokenLines(text);
  if (startsMs.length !== lines.length) return null;
  const isInOrder = startsMs.every(
    (startMs, index) =>
      Number.isFinite(startMs) && startMs >= (startsMs[index - 1] ?? 0),
  );
  if (!isInOrder) return null;
  return lines.map((line, index) => ({ line, startMs: startsMs[index] ?? 0 }));
}

/**
 * Times the lines of an edited text. Lines before and after the edit keep their
 * times; lines within it share the time between.
 */
export function retime(
  old: TakeWords,
  text: string,
  durationMs: number,
): WordTiming[] {
  const before = linesOf(old.text);
  const after = linesOf(text);
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail += 1;
  }
  const start = (index: number) => old.plan[index]?.startMs ?? durationMs;
  const fromMs = start(head);
  const toMs = Math.max(fromMs, start(before.length - tail));
  const added = after.length - tail - head;
  return spokenLines(text).map((line, index) => {
    if (index < head) return { line, startMs: start(index) };
    if (index >= head + added) {
      return { line, startMs: start(index - after.length + before.length) };
    }
    const share = (index - head) / added;
    return { line, startMs: Math.round(fromMs + share * (toMs - fromMs)) };
  });
}

const linesOf = (text: string): string[] =>
  text.split("\n").filter((line) => line.trim() !== "");

/** Returns the position in the plan of the line at a time; -1 before the first. */
export function lineAt(
  plan: readonly Pick<WordTiming, "startMs">[],
  atMs: number,
): number {
  return plan.findLastIndex(({ startMs }) => startMs <= atMs);
}
