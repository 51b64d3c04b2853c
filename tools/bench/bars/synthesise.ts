/**
 * Synthesises beats whose tempo, first bar and key are known. The same seed
 * gives the same samples.
 */
import type { Genre } from "../../../convex/shared/genres.ts";
import { HALF_TIME_FROM_BPM, type Pattern, PATTERNS } from "./patterns.ts";

export const SAMPLE_RATE = 44_100;
const STEPS = 16;
const SECONDS = 32;

export interface SynthesisOptions {
  readonly genre: Genre;
  readonly bpm: number;
  readonly hasPickUp: boolean;
  readonly seed: number;
  /** At least this long, in whole bars; 32 unless given. */
  readonly seconds?: number;
}

export interface SynthesisedBeat {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly bpm: number;
  readonly firstBarMs: number;
  /** 0 is C. */
  readonly tonic: number;
  readonly mode: "major" | "minor";
}

/** A seeded source of numbers from 0 to 1 (mulberry32). */
export type Draw = () => number;

export function seeded(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const between = (draw: Draw, low: number, high: number) =>
  low + draw() * (high - low);

function choose<T>(draw: Draw, choices: readonly T[]): T {
  const chosen = choices[Math.floor(draw() * choices.length)];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}

const MINOR_PROGRESSIONS = [
  [0, 8, 3, 10],
  [0, 5, 8, 7],
  [0, 0, 8, 10],
  [0, 10, 8, 7],
];
const MAJOR_PROGRESSIONS = [
  [0, 7, 9, 5],
  [0, 9, 5, 7],
  [0, 5, 0, 7],
];
/** Semitones above the tonic whose chord is minor, in a minor and in a major key. */
const MINOR_CHORDS = { minor: [0, 5, 7], major: [2, 4, 9] };

export function synthesise(options: SynthesisOptions): SynthesisedBeat {
  const { genre, bpm, hasPickUp } = options;
  const draw = seeded(options.seed);
  const pattern = PATTERNS[genre];
  const stepSeconds = 60 / bpm / 4;
  const bars = Math.max(
    8,
    Math.ceil((options.seconds ?? SECONDS) / (STEPS * stepSeconds)),
  );
  const pickUpSteps = hasPickUp ? choose(draw, [2, 4, 4, 6, 8]) : 0;
  const silence = choose(draw, [0, 0, 0.025, between(draw, 0, 1.2)]);
  const firstBar = silence + pickUpSteps * stepSeconds;
  const track = new Track(firstBar + (bars * STEPS + 2) * stepSeconds);
  const mode = draw() < 0.7 ? "minor" : "major";
  const tonic = Math.floor(draw() * 12);
  const song: Song = {
    ...{ draw, pattern, stepSeconds, bars, tonic, mode, track, firstBar },
    swing: between(draw, ...pattern.swing),
    drumsFromBar: choose(draw, [0, 0, 0, 2, 4]),
    kit: {
      kickDecay: between(draw, 0.1, 0.25),
      snareTone: between(draw, 170, 230),
      snareLevel: between(draw, 0.5, 0.9),
      hatLevel: between(draw, 0.12, 0.35),
      hatDecay: between(draw, 0.02, 0.06),
    },
  };
  playDrums(song, bpm);
  playHarmony(song);
  playPickUp(song, pickUpSteps);
  if (pattern.vinyl) track.hiss(draw, silence);
  return {
    samples: track.normalised(between(draw, 0.3, 0.95)),
    sampleRate: SAMPLE_RATE,
    bpm,
    firstBarMs: firstBar * 1000,
    tonic,
    mode,
  };
}

interface Song {
  readonly draw: Draw;
  readonly pattern: Pattern;
  readonly track: Track;
  readonly stepSeconds: number;
  readonly bars: number;
  readonly tonic: number;
  readonly mode: "major" | "minor";
  readonly firstBar: number;
  readonly swing: number;
  readonly drumsFromBar: number;
  readonly kit: Kit;
}

interface Kit {
  readonly kickDecay: number;
  readonly snareTone: number;
  readonly snareLevel: number;
  readonly hatLevel: number;
  readonly hatDecay: number;
}

/** The time of a step, with the swing and the unsteadiness of the genre. */
function timeOf(song: Song, bar: number, step: number): number {
  const { firstBar, stepSeconds, swing, pattern, draw } = song;
  const late = step % 2 === 1 ? swing * stepSeconds : 0;
  const jitter = (between(draw, -1, 1) * pattern.jitterMs) / 1000;
  const at = firstBar + (bar * STEPS + step) * stepSeconds + late;
  return Math.max(0, at + jitter);
}

function playDrums(song: Song, bpm: number): void {
  const { draw, pattern, track, kit } = song;
  const kicks = choose(draw, pattern.kicks);
  const isSlow = bpm < HALF_TIME_FROM_BPM;
  const snares = choose(draw, (isSlow && pattern.slowSnares) || pattern.snares);
  const hatSteps = choose(draw, pattern.hatSteps);
  for (let bar = song.drumsFromBar; bar < song.bars; bar += 1) {
    const isFill = bar % 4 === 3 && draw() < 0.5;
    for (const step of kicks) {
      if (step !== 0 && draw() < 0.1) continue;
      track.kick(timeOf(song, bar, step), kit.kickDecay);
    }
    for (const step of isFill ? [...snares, 14, 15] : snares)
      track.snare(draw, timeOf(song, bar, step), kit, pattern.clap);
    if (pattern.swing[1] > 0.3 && draw() < 0.4)
      track.snare(
        draw,
        timeOf(song, bar, choose(draw, [7, 9, 15])),
        { ...kit, snareLevel: kit.snareLevel * 0.2 },
        false,
      );
    playHats(song, bar, hatSteps);
  }
}

function playHats(song: Song, bar: number, hatSteps: number): void {
  const { draw, pattern, track, kit, stepSeconds } = song;
  for (let step = 0; step < STEPS; step += hatSteps) {
    const accent = step % 4 === 0 ? 1 : between(draw, 0.5, 0.9);
    track.hat(draw, timeOf(song, bar, step), kit.hatLevel * accent, kit);
    if (draw() >= pattern.rolls / 4) continue;
    const parts = choose(draw, [2, 3, 4]);
    for (let part = 1; part < parts; part += 1) {
      const at =
        timeOf(song, bar, step) + (part * hatSteps * stepSeconds) / parts;
      track.hat(draw, at, kit.hatLevel * 0.6, kit);
    }
  }
}

function playHarmony(song: Song): void {
  const { draw, pattern, track, tonic, mode, stepSeconds } = song;
  const progression = choose(
    draw,
    mode === "minor" ? MINOR_PROGRESSIONS : MAJOR_PROGRESSIONS,
  );
  const melody = Array.from({ length: 8 }, () => ({
    step: 2 * Math.floor(draw() * 8),
    degree: Math.floor(draw() * 5),
  }));
  const scale = mode === "minor" ? [0, 3, 5, 7, 10] : [0, 2, 4, 7, 9];
  const isPad = draw() < 0.4;
  const bassSteps = choose(draw, [[0], [0, 6], [0, 10], [0, 6, 10]]);
  for (let bar = 0; bar < song.bars; bar += 1) {
    const root = progression[bar % progression.length] ?? 0;
    const third = MINOR_CHORDS[mode].includes(root) ? 3 : 4;
    const barSeconds = STEPS * stepSeconds;
    const chord = [root, root + third, root + 7];
    for (const note of chord)
      track.tone(timeOf(song, bar, 0), {
        midi: 60 + ((tonic + note) % 12),
        seconds: isPad ? barSeconds : Math.min(1.5, barSeconds / 2),
        attack: isPad ? 0.12 : 0.004,
        level: 0.14 * pattern.chords,
      });
    for (const { step, degree } of melody)
      track.tone(timeOf(song, bar, step), {
        midi: 72 + tonic + (scale[degree] ?? 0),
        seconds: 3 * stepSeconds,
        attack: 0.003,
        level: 0.1 * pattern.chords,
      });
    for (const step of bassSteps)
      track.tone(timeOf(song, bar, step), {
        midi: 36 + ((tonic + root) % 12),
        seconds: pattern.has808 ? 8 * stepSeconds : 3 * stepSeconds,
        attack: 0.006,
        level: pattern.has808 ? 0.5 : 0.3,
      });
  }
}

/** Notes and hits that lead into the first bar. */
function playPickUp(song: Song, steps: number): void {
  const { draw, track, kit, tonic } = song;
  const isDrums = draw() < 0.5;
  for (let step = -steps; step < 0; step += 2) {
    const at = timeOf(song, 0, step);
    if (isDrums) track.snare(draw, at, { ...kit, snareLevel: 0.3 }, false);
    else
      track.tone(at, {
        midi: 72 + tonic,
        seconds: 0.2,
        attack: 0.003,
        level: 0.15,
      });
    track.hat(draw, at, kit.hatLevel, kit);
  }
}

interface Tone {
  readonly midi: number;
  readonly seconds: number;
  readonly attack: number;
  readonly level: number;
}

/** Versions of each drum, so that repeated hits differ. */
const TAKES = 4;

/** Adds sounds to a file. Each sound is computed once and then copied. */
class Track {
  readonly #samples: Float32Array<ArrayBuffer>;
  readonly #sounds = new Map<string, Float32Array>();

  constructor(seconds: number) {
    this.#samples = new Float32Array(Math.ceil(seconds * SAMPLE_RATE));
  }

  kick(at: number, decay: number): void {
    const kick = this.#sound("kick", decay * 3, (t) => {
      const phase = 2 * Math.PI * (50 * t + 4 * (1 - Math.exp(-t * 40)));
      return 0.9 * Math.sin(phase) * Math.exp(-t / decay);
    });
    this.#add(at, kick, 1);
  }

  snare(draw: Draw, at: number, kit: Kit, isClap: boolean): void {
    let last = 0;
    const name = `snare ${isClap} ${Math.floor(draw() * TAKES)}`;
    const snare = this.#sound(name, 0.25, (t) => {
      const noise = 2 * draw() - 1;
      last += 0.6 * (noise - last);
      const burst =
        isClap && t < 0.03 ? 1 - (t % 0.01) / 0.014 : Math.exp(-t / 0.06);
      const tone = isClap
        ? 0
        : 0.5 * Math.sin(2 * Math.PI * kit.snareTone * t) * Math.exp(-t / 0.05);
      return last * burst + tone;
    });
    this.#add(at, snare, kit.snareLevel);
  }

  hat(draw: Draw, at: number, level: number, { hatDecay }: Kit): void {
    let last = 0;
    const name = `hat ${Math.floor(draw() * TAKES)}`;
    const hat = this.#sound(name, 5 * hatDecay, (t) => {
      const noise = 2 * draw() - 1;
      const high = noise - last;
      last = noise;
      return high * Math.exp(-t / hatDecay);
    });
    this.#add(at, hat, level);
  }

  tone(at: number, { midi, seconds, attack, level }: Tone): void {
    const omega = 2 * Math.PI * 440 * 2 ** ((midi - 69) / 12);
    const name = `tone ${midi} ${seconds} ${attack}`;
    const tone = this.#sound(name, seconds, (t) => {
      const rise = Math.min(1, t / attack);
      const fall = Math.min(1, (seconds - t) / 0.02);
      const sound =
        Math.sin(omega * t) +
        0.4 * Math.sin(2 * omega * t) +
        0.2 * Math.sin(3 * omega * t);
      return rise * fall * sound * Math.exp(-t / seconds);
    });
    this.#add(at, tone, level);
  }

  hiss(draw: Draw, from: number): void {
    const second = Float32Array.from({ length: SAMPLE_RATE }, () =>
      draw() < 0.0002 ? 0.2 * (2 * draw() - 1) : 0.01 * (2 * draw() - 1),
    );
    const end = this.#samples.length / SAMPLE_RATE;
    for (let at = from; at < end; at += 1) this.#add(at, second, 1);
  }

  /** The samples, scaled so that the loudest is `peak`. */
  normalised(peak: number): Float32Array<ArrayBuffer> {
    let most = 1e-9;
    for (const value of this.#samples) most = Math.max(most, Math.abs(value));
    return this.#samples.map((value) => (value * peak) / most);
  }

  #sound(
    name: string,
    seconds: number,
    at: (t: number) => number,
  ): Float32Array {
    const known = this.#sounds.get(name);
    if (known) return known;
    const sound = new Float32Array(Math.round(seconds * SAMPLE_RATE));
    for (let index = 0; index < sound.length; index += 1)
      sound[index] = at(index / SAMPLE_RATE);
    this.#sounds.set(name, sound);
    return sound;
  }

  #add(at: number, sound: Float32Array, level: number): void {
    const samples = this.#samples;
    const first = Math.round(at * SAMPLE_RATE);
    const length = Math.min(sound.length, samples.length - first);
    for (let index = 0; index < length; index += 1)
      samples[first + index] =
        (samples[first + index] ?? 0) + level * (sound[index] ?? 0);
  }
}
