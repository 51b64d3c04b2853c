import { Grid, type BeatPlan, STEPS_PER_BAR } from "./grid.ts";
import { pick, type Random, seededRandom } from "./random.ts";
import { hzOfMidi } from "./scales.ts";
import { highPass, SAMPLE_RATE, shape, silence } from "./sound.ts";

const TURN = 2 * Math.PI;

/** Formant frequencies of a vowel, in Hz. */
type Vowel = readonly [number, number, number];

const VOWELS: readonly Vowel[] = [
  [730, 1_090, 2_440],
  [530, 1_840, 2_480],
  [270, 2_290, 3_010],
  [570, 840, 2_410],
  [300, 870, 2_240],
  [640, 1_190, 2_390],
];
const FORMANT_GAINS = [1, 1.1, 0.9];
const FORMANT_WIDTHS = [90, 110, 170];

/** One bar of a flow: `x` is a syllable, `-` holds it, `.` is a pause. */
const FLOWS = [
  "x-x.x-xxx-x.x-..",
  "xxx-x-x-xxx-x...",
  "x.xx-x.xx-xxx-..",
  "..xxx-xxx-xxx-x-",
  "x-xxx-x.x-xxx-..",
  "xxxxx-x-xxxxx-..",
] as const;

/**
 * Renders a voice that raps without words: a buzz filtered by vowel formants.
 * It lasts `turns` times the loop.
 */
export function renderVoice(
  plan: BeatPlan,
  seed: number,
  turns: number,
): Float32Array {
  const random = seededRandom(seed);
  const grid = new Grid(plan);
  const pitch = hzOfMidi(pick(random, [45, 47, 48, 50, 55, 57]));
  const size = 0.94 + random() * 0.16;
  const voice = silence(grid.seconds * turns);
  const rhyme = pick(random, VOWELS);
  for (let bar = 0; bar < grid.bars * turns; bar += 1) {
    const syllables = syllablesOf(pick(random, FLOWS));
    syllables.forEach(({ step, steps }, index) => {
      const isLast = index === syllables.length - 1;
      const sound = renderSyllable(random, {
        vowel: isLast ? rhyme : pick(random, VOWELS),
        seconds: steps * grid.stepSeconds * 0.92,
        hz: pitch * intonation(random, step, isLast),
        size,
      });
      const gain = step % 4 === 0 ? 1 : 0.8;
      mixInto(voice, sound, grid.timeOf(bar, step), gain);
    });
  }
  return voice;
}

function syllablesOf(flow: string): { step: number; steps: number }[] {
  return [...flow.matchAll(/x-*/g)].map(({ index, 0: syllable }) => ({
    step: index,
    steps: syllable.length,
  }));
}

/**
 * Pitch factor of a syllable: speech falls over a bar and rises on its
 * stresses.
 */
function intonation(random: Random, step: number, isLast: boolean): number {
  const line = 1.12 - (0.2 * step) / STEPS_PER_BAR;
  const stress = step % 4 === 0 ? 1.08 : 1;
  return line * stress * (0.96 + random() * 0.08) * (isLast ? 0.9 : 1);
}

interface Syllable {
  readonly vowel: Vowel;
  readonly seconds: number;
  readonly hz: number;
  /** Scales the formants; above 1 sounds lighter. */
  readonly size: number;
}

function renderSyllable(
  random: Random,
  { vowel, seconds, hz, size }: Syllable,
): Float32Array {
  const buzz = highPass(renderBuzz(random, seconds, hz), 500);
  const sound = silence(seconds);
  vowel.forEach((formant, index) => {
    const gain = FORMANT_GAINS[index] ?? 0;
    const width = FORMANT_WIDTHS[index] ?? 100;
    resonate(buzz, { hz: formant * size, width }, (i, sample) => {
      sound[i] = (sound[i] ?? 0) + sample * gain;
    });
  });
  const consonant = renderConsonant(random);
  mixInto(sound, consonant, 0, 0.06 + random() * 0.08);
  for (let i = 0; i < sound.length; i += 1) {
    const time = i / SAMPLE_RATE;
    const edge = Math.min(1, time / 0.012, (seconds - time) / 0.04);
    sound[i] = (sound[i] ?? 0) * Math.max(0, edge);
  }
  return sound;
}

/** The sound of the vocal cords: a falling sawtooth with a little breath. */
function renderBuzz(random: Random, seconds: number, hz: number): Float32Array {
  let phase = 0;
  return shape(seconds, (time) => {
    const fall = 1.05 - 0.1 * (time / seconds);
    const vibrato = 1 + Math.sin(TURN * 5.5 * time) * 0.012;
    phase = (phase + (hz * fall * vibrato) / SAMPLE_RATE) % 1;
    return (1 - 2 * phase) * 0.5 + (random() - 0.5) * 0.06;
  });
}

function renderConsonant(random: Random): Float32Array {
  const seconds = 0.02 + random() * 0.03;
  const hiss = shape(
    seconds,
    (time) => (random() * 2 - 1) * (1 - time / seconds),
  );
  return highPass(hiss, pick(random, [900, 2_500, 5_000]));
}

/** Applies a two-pole resonance, and passes each sample to `take`. */
function resonate(
  source: Float32Array,
  { hz, width }: { hz: number; width: number },
  take: (index: number, sample: number) => void,
): void {
  const radius = Math.exp((-Math.PI * width) / SAMPLE_RATE);
  const angle = (TURN * hz) / SAMPLE_RATE;
  const turn = 2 * radius * Math.cos(angle);
  // Unity gain at the centre frequency, wherever that is.
  const gain = (1 - radius) * 2 * Math.sin(angle);
  let last = 0;
  let beforeLast = 0;
  for (let i = 0; i < source.length; i += 1) {
    const sample =
      gain * (source[i] ?? 0) + turn * last - radius * radius * beforeLast;
    beforeLast = last;
    last = sample;
    take(i, sample);
  }
}

function mixInto(
  target: Float32Array,
  sound: Float32Array,
  atSeconds: number,
  gain: number,
): void {
  const start = Math.round(atSeconds * SAMPLE_RATE);
  const length = Math.min(sound.length, target.length - start);
  for (let i = 0; i < length; i += 1)
    target[start + i] = (target[start + i] ?? 0) + (sound[i] ?? 0) * gain;
}
