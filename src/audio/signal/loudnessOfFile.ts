import type { StoredLoudness } from "../../../convex/shared/loudness";
import { logFailure } from "../../lib/logFailure";
import type { Loudness } from "../loudness/loudness";
import { measureInWorker, piecesOf } from "../loudness/measureInWorker";
import { asHeard } from "../loudness/measureLoudness";
import { storedLoudness } from "../loudness/storedLoudness";
import { decodeBeat } from "./decodeBeat";

const SAMPLE_RATE_HZ = 48_000;

const measured = new WeakMap<Blob, Promise<StoredLoudness | undefined>>();

/**
 * Returns the loudness of a file as it is stored; undefined if this browser cannot decode the file.
 * Each file is measured once, because its decoded sound takes much memory.
 */
export function loudnessOfFile(
  file: Blob,
): Promise<StoredLoudness | undefined> {
  const known = measured.get(file);
  if (known) return known;
  const measuring = measureFile(file).then(storedLoudness, (error: unknown) => {
    logFailure("measuring the loudness of a beat failed", error);
    return undefined;
  });
  measured.set(file, measuring);
  return measuring;
}

/** Measures an audio file as two speakers play it. Rejects if the browser cannot decode it. */
async function measureFile(file: Blob): Promise<Loudness> {
  const parts = decodeBeat(file, SAMPLE_RATE_HZ);
  const first = await parts.next();
  if (first.done) throw new Error("the file holds no sound");
  const { value: beginning } = first;
  const { numberOfChannels, sampleRate } = beginning;
  async function* pieces() {
    yield* heardPieces(beginning);
    for await (const part of parts) yield* heardPieces(part);
  }
  const channelCount = Math.max(2, numberOfChannels);
  return (await measureInWorker(channelCount, sampleRate, pieces())).loudness;
}

function* heardPieces(sound: AudioBuffer) {
  for (const piece of piecesOf(sound)) {
    yield asHeard(piece).map((samples) => samples.slice());
  }
}
