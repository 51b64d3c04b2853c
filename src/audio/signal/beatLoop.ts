import { BEATS_IN_BAR } from "../../../convex/shared/limits";
import { beatMs } from "../../../convex/shared/beatGrid";

/** The part of a beat's file that repeats. Sound in front of it is heard only in the first pass. */
export interface BeatLoop {
  readonly startSeconds: number;
  readonly lengthSeconds: number;
}

type Sound = Pick<
  AudioBuffer,
  "duration" | "sampleRate" | "numberOfChannels" | "getChannelData"
>;

/**
 * What an MP3 encoder adds to a sound: usually 1,105 samples in front, and as many behind as fill
 * its last frame. Of each pair of limits below, the seconds apply at high sample rates and the
 * samples at low ones.
 */
const LEAD_SAMPLES = 1_105;
const LEAST_PADDING_SECONDS = 0.02;
const MOST_PADDING = { seconds: 0.15, samples: 2_100 };
const MOST_LEAD = { seconds: 0.07, samples: 1_200 };
const MOST_TAIL = { seconds: 0.08, samples: 1_000 };
/** Samples up to this level count as padding, which contains only the encoder's noise. */
const SILENT = 0.001;
/** At a low bit rate, noise is heard before the sound, but at less than this share of its level. */
const FORE_NOISE = 0.1;
const ATTACK_SECONDS = 0.05;

const most = (
  { seconds, samples }: { readonly seconds: number; readonly samples: number },
  rate: number,
) => Math.max(seconds, samples / rate);

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
 * Finds the part of a beat that repeats. If the decoder has removed the padding, the whole file
 * repeats. Otherwise there is silence around the sound of an MP3, which would be a gap in every
 * pass: its loop is then as long as its bars, or as its sound if that is not a whole number of
 * bars. `paddedRate` is the sample rate of a file with this silence; null for others.
 */
export function findLoop(
  { seconds: duration, head, tail: end }: Ends,
  {
    bpm,
    paddedRate,
  }: { readonly bpm: number; readonly paddedRate: number | null },
): BeatLoop {
  if (paddedRate === null) return wholeFile({ duration });
  const lead = leadOf(head, paddedRate);
  const barSeconds = (BEATS_IN_BAR * beatMs({ bpm })) / 1000;
  const bars = Math.floor((duration - LEAST_PADDING_SECONDS) / barSeconds);
  const padding = duration - bars * barSeconds;
  if (bars > 0 && padding <= most(MOST_PADDING, paddedRate)) {
    const startSeconds = Math.min(lead, padding);
    return { startSeconds, lengthSeconds: bars * barSeconds };
  }
  const tail = silenceOf(end, most(MOST_TAIL, paddedRate), -1);
  return { startSeconds: lead, lengthSeconds: duration - lead - tail };
}

/** Returns how long the encoder's silence in front of a sound is, in seconds. */
function leadOf(head: Sound, rate: number): number {
  const usual = LEAD_SAMPLES / rate;
  const before = levelOf(head, 0, usual);
  const sound = levelOf(head, usual, usual + ATTACK_SECONDS);
  return before < FORE_NOISE * sound
    ? usual
    : silenceOf(head, most(MOST_LEAD, rate), 1);
}

/** Returns the RMS level of a part of a sound, in its loudest channel. */
function levelOf(sound: Sound, fromSeconds: number, toSeconds: number): number {
  const [from, to] = [fromSeconds, toSeconds].map((seconds) =>
    Math.round(seconds * sound.sampleRate),
  );
  let loudest = 0;
  for (let index = 0; index < sound.numberOfChannels; index += 1) {
    const part = sound.getChannelData(index).subarray(from, to);
    const power = part.reduce((sum, sample) => sum + sample * sample, 0);
    loudest = Math.max(loudest, power / part.length);
  }
  return Math.sqrt(loudest);
}

/** Returns the loop options for the source that plays the beat. */
export const loopOptions = ({
  startSeconds,
  lengthSeconds,
}: BeatLoop): AudioBufferSourceOptions => ({
  loop: true,
  loopStart: startSeconds,
  loopEnd: startSeconds + lengthSeconds,
});

/** Returns the place in the file of a position that is counted through all loops. */
export function placeInFile(
  { startSeconds, lengthSeconds }: BeatLoop,
  seconds: number,
): number {
  const into = seconds - startSeconds;
  if (into < 0) return Math.max(0, seconds);
  return startSeconds + (into % lengthSeconds);
}

/**
 * Returns how long the sound is silent at its beginning (step 1) or its end (step -1), in seconds;
 * at most `most`.
 */
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
