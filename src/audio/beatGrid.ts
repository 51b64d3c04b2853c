export const BEATS_IN_BAR = 4;
const MINUTE_MS = 60_000;

/** A beat that loops, its first bar at the beginning of its file. */
export interface Rhythm {
  readonly bpm: number;
  readonly loopMs: number;
}

export interface GridMark {
  readonly atMs: number;
  readonly kind: "loop" | "bar" | "beat";
  /** Counted from 1 on, through all rounds of the loop. */
  readonly bar: number;
}

export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

export const beatMs = ({ bpm }: Pick<Rhythm, "bpm">) => MINUTE_MS / bpm;
export const barMs = (rhythm: Rhythm) => BEATS_IN_BAR * beatMs(rhythm);

/** Every beat of a span of time; each round of the loop begins with a bar, however the last one ended. */
export function marksIn(
  rhythm: Rhythm,
  { fromMs, toMs }: TimeSpan,
): GridMark[] {
  const { loopMs } = rhythm;
  if (loopMs <= 0) return [];
  const beats = beatsInLoop(rhythm);
  const bars = Math.ceil(beats / BEATS_IN_BAR);
  const marks: GridMark[] = [];
  const firstRound = Math.max(0, Math.floor(fromMs / loopMs));
  for (let round = firstRound; round * loopMs < toMs; round += 1) {
    for (let beat = 0; beat < beats; beat += 1) {
      const atMs = round * loopMs + beat * beatMs(rhythm);
      if (atMs < fromMs || atMs >= toMs) continue;
      const bar = round * bars + Math.floor(beat / BEATS_IN_BAR) + 1;
      marks.push({ atMs, kind: kindOf(beat), bar });
    }
  }
  return marks;
}

/** Files end a little before or after their last beat does. */
function beatsInLoop(rhythm: Rhythm): number {
  return Math.max(1, Math.round(rhythm.loopMs / beatMs(rhythm)));
}

function kindOf(beat: number): GridMark["kind"] {
  if (beat === 0) return "loop";
  return beat % BEATS_IN_BAR === 0 ? "bar" : "beat";
}
