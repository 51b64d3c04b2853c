import { BEATS_IN_BAR } from "../../../convex/shared/limits.ts";
import { beatMs } from "../../../convex/shared/beatGrid.ts";
import { decodeForTake, placeIn } from "../signal/beatSound.ts";
import { playClick } from "../signal/click.ts";

export interface ClickedBeat {
  readonly file: Blob;
  readonly bpm: number;
  readonly firstBarMs: number;
}

const BARS = 4;
const START_SECONDS = 0.1;
const BEAT_LEVEL = 0.7;

/**
 * Plays the first bars of a beat with a click on every beat, from one beat before bar 1 if the file
 * has one. Resolves when playback ends or the signal aborts; rejects if the file cannot be played.
 * Call it from a click handler.
 */
export async function playWithClicks(
  { file, bpm, firstBarMs }: ClickedBeat,
  signal: AbortSignal,
): Promise<void> {
  const context = new AudioContext();
  try {
    await context.resume();
    const beatSeconds = beatMs({ bpm }) / 1000;
    const from = Math.max(0, firstBarMs / 1000 - beatSeconds);
    const lengthSeconds = (BARS * BEATS_IN_BAR + 1) * beatSeconds;
    const beat = await decodeForTake(await file.arrayBuffer(), context, {
      bpm: null,
      heard: () => ({ fromSeconds: from, lengthSeconds }),
    });
    signal.throwIfAborted();
    const seconds = Math.min(
      firstBarMs / 1000 - from + BARS * BEATS_IN_BAR * beatSeconds,
      beat.loop.lengthSeconds - from,
    );
    const startsAt = context.currentTime + START_SECONDS;
    const source = new AudioBufferSourceNode(context, { buffer: beat.buffer });
    const level = new GainNode(context, { gain: BEAT_LEVEL });
    source.connect(level).connect(context.destination);
    source.start(startsAt, placeIn(beat, from), seconds);
    for (let beat = 0; beat < BARS * BEATS_IN_BAR; beat += 1) {
      const at = firstBarMs / 1000 - from + beat * beatSeconds;
      if (at >= seconds) break;
      playClick(context, startsAt + at, beat % BEATS_IN_BAR === 0);
    }
    await ended(source, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await context.close();
  }
}

function ended(source: AudioScheduledSourceNode, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    source.addEventListener("ended", () => resolve(), { once: true });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
