import { BEATS_IN_BAR, MINUTE_MS } from "./limits.ts";

/** Tempo and length of a looping beat. */
export interface Rhythm {
  readonly bpm: number;
  readonly loopMs: number;
  /** Where bar 1 starts in the file. Default: at the beginning of the file. */
  readonly firstBarMs?: number | undefined;
}

export interface GridMark {
  readonly atMs: number;
  readonly kind: "loop" | "bar" | "beat";
  /** Counts from 1 and keeps counting through all loops. */
  readonly bar: number;
}

export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

export const beatMs = ({ bpm }: Pick<Rhythm, "bpm">) => MINUTE_MS / bpm;
export const barMs = (rhythm: Pick<Rhythm, "bpm">) =>
  BEATS_IN_BAR * beatMs(rhythm);

/**
 * Lists the beats from `fromMs` up to, but not including, `toMs`. Each loop starts a new bar, even
 * if the last bar was incomplete. Beats before the first bar of a loop belong to the bar before.
 */
export function marksIn(
  rhythm: Rhythm,
  { fromMs, toMs }: TimeSpan,
): GridMark[] {
  const { loopMs } = rhythm;
  if (loopMs <= 0) return [];
  const originMs = firstBarOf(rhythm);
  const beats = beatsInLoop(rhythm);
  const bars = barsInLoop(rhythm);
  const pickUpBeats = Math.floor(originMs / beatMs(rhythm) + ROUNDING);
  const marks: GridMark[] = [];
  const firstRound = Math.max(0, Math.floor(fromMs / loopMs));
  for (let round = firstRound; round * loopMs < toMs; round += 1) {
    for (let beat = -pickUpBeats; beat < beats; beat += 1) {
      const atMs = round * loopMs + originMs + beat * beatMs(rhythm);
      if (atMs < fromMs || atMs >= toMs) continue;
      const into = beat < 0 ? -1 : Math.floor(beat / BEATS_IN_BAR);
      const bar = round * bars + into + 1;
      marks.push({ atMs, kind: kindOf(beat), bar });
    }
  }
  return marks;
}

/** An encoder adds at most this to a beat. */
const MOST_PADDING_MS = 150;

/**
 * Returns the length of the part of a beat that loops in a room, in ms: its
 * whole bars, without the silence that an encoder added after them. Server and
 * browsers get the same length without decoding the file.
 */
export function rideLoopMs({
  bpm,
  durationMs,
}: {
  readonly bpm: number;
  readonly durationMs: number;
}): number {
  const bars = Math.floor(durationMs / barMs({ bpm }));
  const barsMs = bars * barMs({ bpm });
  return bars > 0 && durationMs - barsMs <= MOST_PADDING_MS
    ? barsMs
    : durationMs;
}

/** Number of bars that start in one loop. */
export const barsInLoop = (rhythm: Rhythm) =>
  Math.ceil(beatsInLoop(rhythm) / BEATS_IN_BAR);

/** Returns the start of a bar. Bars count from 1 through all loops. */
export function barStartMs(rhythm: Rhythm, bar: number): number {
  const bars = barsInLoop(rhythm);
  const round = Math.floor((bar - 1) / bars);
  const into = bar - 1 - round * bars;
  return round * rhythm.loopMs + firstBarOf(rhythm) + into * barMs(rhythm);
}

/** Returns the first bar that starts at a time or later. Bars before the first have no or negative numbers. */
export function barFrom(rhythm: Rhythm, atMs: number): number {
  const sinceFirstMs = atMs - firstBarOf(rhythm);
  const round = Math.floor(sinceFirstMs / rhythm.loopMs + ROUNDING);
  const intoMs = sinceFirstMs - round * rhythm.loopMs;
  const into = Math.ceil(intoMs / barMs(rhythm) - ROUNDING);
  const bars = barsInLoop(rhythm);
  return round * bars + Math.min(into, bars) + 1;
}

/** Returns the length of the music that leads into bar 1, which is less than one bar. */
export const pickUpMs = (rhythm: Pick<Rhythm, "bpm" | "firstBarMs">) =>
  (rhythm.firstBarMs ?? 0) % (BEATS_IN_BAR * beatMs(rhythm));

/**
 * If the stated first bar starts after the end of the file, bar 1 starts with
 * the file.
 */
function firstBarOf({ firstBarMs = 0, loopMs }: Rhythm): number {
  return firstBarMs >= 0 && firstBarMs < loopMs ? firstBarMs : 0;
}

/**
 * In beats. Allows for rounding errors: a beat that starts this little before
 * the file still counts.
 */
const ROUNDING = 1e-6;

/** Rounds to whole beats, because files end slightly before or after their last beat. */
function beatsInLoop(rhythm: Rhythm): number {
  const soundingMs = rhythm.loopMs - firstBarOf(rhythm);
  return Math.max(1, Math.round(soundingMs / beatMs(rhythm)));
}

function kindOf(beat: number): GridMark["kind"] {
  if (beat < 0) return "beat";
  if (beat === 0) return "loop";
  return beat % BEATS_IN_BAR === 0 ? "bar" : "beat";
}
