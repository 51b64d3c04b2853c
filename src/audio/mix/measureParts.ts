import {
  measureInWorker,
  PIECE_SECONDS,
  type Pieces,
  piecesOf,
} from "../loudness/measureInWorker";
import { endFrame, firstFrame, readStem, type Stem } from "../store/stem";
import type { PartPowers } from "./levelPlan";

/**
 * Measures the parts of a mix in workers. Calls `onProgress` with the part that is done, from 0 to
 * 1.
 */
export async function measureParts(
  stem: Stem,
  beat: AudioBuffer,
  onProgress: (share: number) => void = () => undefined,
): Promise<PartPowers> {
  const voiceSeconds =
    (endFrame(stem) - firstFrame(stem)) / stem.info.sampleRate;
  const count =
    Math.ceil(voiceSeconds / PIECE_SECONDS) +
    Math.ceil(beat.duration / PIECE_SECONDS);
  let done = 0;
  const counted = function* (pieces: Pieces): Pieces {
    for (const piece of pieces) {
      yield piece;
      done += 1;
      onProgress(Math.min(1, done / count));
    }
  };
  const [voice, music] = await Promise.all([
    powersOf(1, stem.info.sampleRate, counted(voicePieces(stem))),
    powersOf(beat.numberOfChannels, beat.sampleRate, counted(piecesOf(beat))),
  ]);
  return { voice, beat: music };
}

/**
 * Returns the K-weighted powers as two speakers play the sound: a single channel comes from both.
 */
async function powersOf(
  channelCount: number,
  sampleRateHz: number,
  pieces: Pieces,
): Promise<readonly number[]> {
  const { powers } = await measureInWorker(channelCount, sampleRateHz, pieces);
  return channelCount === 1 ? powers.map((power) => 2 * power) : powers;
}

function* voicePieces(stem: Stem): Pieces {
  const size = Math.ceil(PIECE_SECONDS * stem.info.sampleRate);
  const end = endFrame(stem);
  for (let from = firstFrame(stem); from < end; from += size) {
    yield [readStem(stem, from, Math.min(size, end - from))];
  }
}
