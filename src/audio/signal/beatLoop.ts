import { BEATS_IN_BAR } from "../../../convex/shared/limits";
import { beatMs } from "../../../convex/shared/beatGrid";

/** The part of a beat's file that repeats. What lies in front of it is heard in the first round. */
export interface BeatLoop {
  readonly startSeconds: number;
  readonly lengthSeconds: number;
}

type Sound = Pick<
  AudioBuffer,
  "duration" | "sampleRate" | "numberOfChannels" | "getChannelData"
>;

/**
 * What an MP3 encoder adds to a sound: 1,105 samples in front, and behind it whatever fills its
 * frames. In seconds, from the highest rate to the lowest.
 */
const LEAST_PADDING_SECONDS = 0.02;
const MOST_PADDING_SECONDS = 0.15;
const MOST_LEAD_SECONDS = 0.07;
const MOST_TAIL_SECONDS = 0.08;
/** Padding holds no more than the noise of the encoder. */
const SILENT = 0.001;

/** The length of a beat, and the sound at either end of it. */
interface Ends {
  readonly seconds: number;
  readonly head: Sound;
  readonly tail: Sound;
}

export const endsOf = (beat: Sound): Ends => ({
  seconds: beat.duration,
  head: beat,
  tail: beat,
});

export const wholeFile = ({ duration }: Pick<Sound, "duration">): BeatLoop => ({
  startSeconds: 0,
  lengthSeconds: duration,
});

/**
 * Finds what repeats of a beat. A file that says where its sound begins and ends repeats as a whole.
 * An MP3 that does not say so has silence around its sound, which would be a stumble in every round:
 * its loop is as long as its bars, or as its sound if that is no whole number of bars.
 */
export function findLoop(
  { seconds: duration, head, tail: end }: Ends,
  { bpm, isPadded }: { readonly bpm: number; readonly isPadded: boolean },
): BeatLoop {
  if (!isPadded) return wholeFile({ duration });
  const lead = silenceOf(head, MOST_LEAD_SECONDS, 1);
  const barSeconds = (BEATS_IN_BAR * beatMs({ bpm })) / 1000;
  const bars = Math.floor((duration - LEAST_PADDING_SECONDS) / barSeconds);
  const padding = duration - bars * barSeconds;
  if (bars > 0 && padding <= MOST_PADDING_SECONDS) {
    const startSeconds = Math.min(lead, padding);
    return { startSeconds, lengthSeconds: bars * barSeconds };
  }
  const tail = silenceOf(end, MOST_TAIL_SECONDS, -1);
  return { startSeconds: lead, lengthSeconds: duration - lead - tail };
}

/** For the source that plays the beat. */
export const loopOptions = ({
  startSeconds,
  lengthSeconds,
}: BeatLoop): AudioBufferSourceOptions => ({
  loop: true,
  loopStart: startSeconds,
  loopEnd: startSeconds + lengthSeconds,
});

/** Where in the file a position is heard that is counted through all rounds. */
export function placeInFile(
  { startSeconds, lengthSeconds }: BeatLoop,
  seconds: number,
): number {
  const into = seconds - startSeconds;
  if (into < 0) return Math.max(0, seconds);
  return startSeconds + (into % lengthSeconds);
}

/** How long the sound is silent from its beginning on, or back from its end; at most `most`. */
function silenceOf(beat: Sound, most: number, step: 1 | -1): number {
  const length = Math.round(beat.duration * beat.sampleRate);
  const longest = Math.min(length, Math.round(most * beat.sampleRate));
  let silent = longest;
  for (let index = 0; index < beat.numberOfChannels; index += 1) {
    const samples = beat.getChannelData(index);
    const first = step === 1 ? 0 : samples.length - 1;
    let count = 0;
    while (count < silent) {
      if (Math.abs(samples[first + step * count] ?? 0) > SILENT) break;
      count += 1;
    }
    silent = count;
  }
  return silent / beat.sampleRate;
}
