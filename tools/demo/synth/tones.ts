import type { Random } from "./random.ts";
import { lowPass, SAMPLE_RATE, shape, silence } from "./sound.ts";

const TURN = 2 * Math.PI;

interface Note {
  readonly hz: number;
  readonly seconds: number;
  /** Pitch at the end of a slide; by default there is no slide. */
  readonly endHz?: number;
}

export type Instrument = (note: Note, random: Random) => Float32Array;

/** A long, overdriven sine that slides in the second half of the note. */
const sub: Instrument = ({ hz, seconds, endHz = hz }) => {
  let phase = 0;
  return shape(seconds, (time) => {
    const slid = Math.min(1, Math.max(0, (time / seconds - 0.5) / 0.3));
    phase += (TURN * hz * (endHz / hz) ** slid) / SAMPLE_RATE;
    const body = Math.sin(phase) * Math.exp((-time * 1.1) / seconds);
    return Math.tanh(body * 2.2) * edges(time, seconds);
  });
};

const round: Instrument = ({ hz, seconds }) =>
  shape(seconds, (time) => {
    const phase = TURN * hz * time;
    const body = Math.sin(phase) + Math.sin(phase * 2) * 0.25;
    return body * Math.exp((-time * 1.6) / seconds) * edges(time, seconds);
  });

const square: Instrument = ({ hz, seconds }) => {
  const wave = shape(
    seconds,
    (time) => ((hz * time) % 1 < 0.5 ? 0.8 : -0.8) * edges(time, seconds),
  );
  return lowPass(wave, hz * 7);
};

/** An electric piano: one sine modulates another less and less. */
const keys: Instrument = ({ hz, seconds }) =>
  shape(seconds + 0.4, (time) => {
    const bend = Math.sin(TURN * hz * 2 * time) * 1.6 * Math.exp(-time * 5);
    const tremolo = 1 + Math.sin(TURN * 5.2 * time) * 0.15;
    const tone = Math.sin(TURN * hz * time + bend);
    return tone * tremolo * Math.exp(-time * 2.2) * edges(time, seconds + 0.4);
  });

const bell: Instrument = ({ hz, seconds }) =>
  shape(seconds + 0.8, (time) => {
    const bend = Math.sin(TURN * hz * 3.51 * time) * 2 * Math.exp(-time * 7);
    const tone = Math.sin(TURN * hz * time + bend);
    return tone * Math.exp(-time * 3.5) * edges(time, seconds + 0.8);
  });

/** A plucked string (Karplus and Strong): noise in a delay loop that decays. */
const string: Instrument = ({ hz, seconds }, random) => {
  const length = seconds + 0.5;
  const period = Math.max(2, Math.round(SAMPLE_RATE / hz));
  const sound = silence(length);
  for (let i = 0; i < sound.length; i += 1) {
    const before = sound[i - period] ?? 0;
    const beforeThat = sound[i - period - 1] ?? 0;
    sound[i] = i < period ? random() * 2 - 1 : (before + beforeThat) * 0.4985;
  }
  for (let i = 0; i < sound.length; i += 1)
    sound[i] = (sound[i] ?? 0) * edges(i / SAMPLE_RATE, length);
  return sound;
};

const pad: Instrument = ({ hz, seconds }) => {
  const wave = shape(seconds, (time) => {
    const voices = [0.994, 1, 1.006].map(
      (tune) => 2 * ((hz * tune * time) % 1) - 1,
    );
    const swell = Math.min(1, time / 0.25, (seconds - time) / 0.25);
    return voices.reduce((sum, voice) => sum + voice, 0) * 0.3 * swell;
  });
  return lowPass(lowPass(wave, 1_400), 2_200);
};

const stab: Instrument = ({ hz, seconds }) => {
  const length = Math.min(seconds, 0.22);
  const wave = shape(length, (time) => {
    const saw = 2 * ((hz * time) % 1) - 1 + 2 * ((hz * 1.01 * time) % 1) - 1;
    return saw * 0.5 * Math.exp(-time * 9) * edges(time, length);
  });
  return lowPass(wave, 3_500);
};

export const INSTRUMENTS = {
  sub,
  round,
  square,
  keys,
  bell,
  string,
  pad,
  stab,
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof INSTRUMENTS;

/** Fades both ends to avoid clicks. */
function edges(time: number, seconds: number): number {
  return Math.max(0, Math.min(1, time / 0.004, (seconds - time) / 0.02));
}
