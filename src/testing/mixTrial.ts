/** Mixes fixtures in a real browser and measures them; see `tools/bench/mixes`. */
import { loudnessOfSteps } from "../audio/loudness/gating";
import { decibelsOf, gainOf, type Loudness } from "../audio/loudness/loudness";
import { asHeard, measureLoudness } from "../audio/loudness/measureLoudness";
import { connectVoice } from "../audio/mix/connectVoice";
import { planLevels } from "../audio/mix/levelPlan";
import { measureParts } from "../audio/mix/measureParts";
import { AS_RECORDED, planMix } from "../audio/mix/mixPlan";
import { TakeMixer } from "../audio/mix/takeMixer";
import {
  CHAIN_LUFS,
  VOICE_SOUNDS,
  type VoiceSound,
} from "../audio/mix/voiceSound";
import { connectMaster } from "../audio/signal/masterBus";
import { packSamples, type Stem } from "../audio/store/stem";

const RATE = 48_000;
const LEVELS = { voice: 1, beat: 0.7 };

export interface MixTrial {
  readonly voiceUrl: string;
  readonly beatUrl: string;
  /** Gains in dB; what exceeds full scale is cut off, as a converter does. */
  readonly voiceGainDb: number;
  readonly beatGainDb: number;
  /** Level of the noise of a room, in dBFS; null without. */
  readonly noiseDb: number | null;
  /** Length of the verse; the voice is repeated. */
  readonly seconds: number;
  readonly sound: VoiceSound;
}

interface Mixed extends Loudness {
  /** Loudness of the voice over the beat, in LU. */
  readonly voiceOverBeat: number;
}

export interface MixOutcome {
  readonly before: Mixed;
  readonly after: Mixed;
  /** Time from the press to the finished file. */
  readonly renderMs: number;
}

export interface SoundOutcome {
  readonly sound: VoiceSound;
  /** Loudness of the voice behind its effects, over the one in front of them. */
  readonly gainLu: number;
  /** Time by which a click leaves the effects late. */
  readonly delayMs: number;
}

async function tryMix(trial: MixTrial): Promise<MixOutcome> {
  const stem = stemOf(voiceOf(trial, await decode(trial.voiceUrl)));
  const beat = amplified(await decode(trial.beatUrl), trial.beatGainDb);
  const mix = { ...AS_RECORDED, sound: trial.sound };
  const powers = await measureParts(stem, bufferOf(beat));
  const plan = planMix(stem, 0);
  const { voiceIn, voiceOut } = planLevels(plan, powers, 1);
  const over =
    (loudnessOfSteps(powers.voice) ?? -Infinity) -
    (loudnessOfSteps(powers.beat) ?? -Infinity) -
    decibelsOf(LEVELS.beat);
  const started = performance.now();
  const mixer = await TakeMixer.open(stem, await wavOf(beat).arrayBuffer());
  const { file } = await mixer.render(
    {
      id: "trial",
      file: new Blob([], { type: "audio/webm" }),
      durationMs: 0,
      peaks: [],
      stem,
      credit: null,
      dropouts: 0,
    },
    mix,
    new AbortController().signal,
  );
  const renderMs = performance.now() - started;
  const after = await decodeFile(await file.arrayBuffer());
  const before = await mixAsBefore(stem, beat);
  return {
    before: { ...measure(before), voiceOverBeat: over },
    after: {
      ...measure(after),
      voiceOverBeat: over + decibelsOf(voiceIn * voiceOut),
    },
    renderMs,
  };
}

async function trySounds(voiceUrl: string): Promise<SoundOutcome[]> {
  const voice = await decode(voiceUrl);
  const { lufs } = measureLoudness([voice[0] ?? new Float32Array()], RATE);
  const level = gainOf(CHAIN_LUFS - 3.01 - (lufs ?? 0));
  const click = new Float32Array(RATE);
  click[RATE / 2] = 0.02;
  return Promise.all(
    VOICE_SOUNDS.map(async (sound) => {
      const heard = await throughChain(voice[0] ?? click, level, sound);
      const clicked = await throughChain(click, 1, sound);
      const gainLu = (measure(heard).lufs ?? -Infinity) - CHAIN_LUFS;
      const late = loudestFrame(clicked[0] ?? click) - RATE / 2;
      return { sound, gainLu, delayMs: (1000 * late) / RATE };
    }),
  );
}

async function throughChain(
  voice: Float32Array<ArrayBuffer>,
  gain: number,
  sound: VoiceSound,
): Promise<Float32Array[]> {
  const context = new OfflineAudioContext(2, voice.length, RATE);
  const source = new AudioBufferSourceNode(context, {
    buffer: bufferOf([voice]),
  });
  const input = new GainNode(context, { gain });
  source.connect(input);
  connectVoice(input, sound).connect(context.destination);
  source.start();
  return channelsOf(await context.startRendering());
}

/** The mix of a take as the app published it before levels were set. */
async function mixAsBefore(
  { blocks }: Stem,
  beat: Float32Array<ArrayBuffer>[],
): Promise<Float32Array[]> {
  const voice = blocks.flatMap(({ samples }) => [...samples]);
  const context = new OfflineAudioContext(2, voice.length, RATE);
  const master = connectMaster(context.destination);
  const parts = [
    { channels: [Float32Array.from(voice, (x) => x / 32_767)], gain: 1 },
    { channels: beat, gain: LEVELS.beat },
  ];
  for (const { channels, gain } of parts) {
    const source = new AudioBufferSourceNode(context, {
      buffer: bufferOf(channels),
      loop: true,
    });
    source.connect(new GainNode(context, { gain })).connect(master);
    source.start();
  }
  return channelsOf(await context.startRendering());
}

function measure(channels: readonly Float32Array[]): Loudness {
  return measureLoudness(asHeard(channels), RATE);
}

function voiceOf(
  { seconds, voiceGainDb, noiseDb }: MixTrial,
  [voice = new Float32Array()]: Float32Array<ArrayBuffer>[],
): Float32Array {
  const noise = noiseDb === null ? 0 : gainOf(noiseDb);
  let state = 7;
  return Float32Array.from({ length: seconds * RATE }, (_, frame) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    const hiss = (state / 2 ** 31 - 1) * noise;
    const word = (voice[frame % voice.length] ?? 0) * gainOf(voiceGainDb);
    return Math.max(-1, Math.min(1, word + hiss));
  });
}

function stemOf(voice: Float32Array): Stem {
  const size = 6_144;
  return {
    info: {
      sampleRate: RATE,
      beatStartFrame: 0,
      beatDelaySeconds: 0,
      voiceDelaySeconds: 0,
      pair: null,
      correctionMs: 0,
    },
    blocks: Array.from({ length: Math.ceil(voice.length / size) }, (_, n) => ({
      startFrame: n * size,
      samples: packSamples(voice.subarray(n * size, (n + 1) * size)),
      levels: LEVELS,
    })),
  };
}

function amplified(
  channels: Float32Array<ArrayBuffer>[],
  gainDb: number,
): Float32Array<ArrayBuffer>[] {
  return channels.map((samples) =>
    samples.map((x) => Math.max(-1, Math.min(1, x * gainOf(gainDb)))),
  );
}

async function decode(url: string): Promise<Float32Array<ArrayBuffer>[]> {
  return decodeFile(await (await fetch(url)).arrayBuffer());
}

async function decodeFile(
  data: ArrayBuffer,
): Promise<Float32Array<ArrayBuffer>[]> {
  const context = new OfflineAudioContext(1, 1, RATE);
  return channelsOf(await context.decodeAudioData(data));
}

function channelsOf(buffer: AudioBuffer): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
    buffer.getChannelData(channel).slice(),
  );
}

function bufferOf(channels: readonly Float32Array<ArrayBuffer>[]): AudioBuffer {
  const buffer = new AudioBuffer({
    numberOfChannels: channels.length,
    length: channels[0]?.length ?? 1,
    sampleRate: RATE,
  });
  channels.forEach((samples, channel) =>
    buffer.copyToChannel(samples, channel),
  );
  return buffer;
}

function loudestFrame(samples: Float32Array): number {
  return samples.reduce(
    (best, x, frame) =>
      Math.abs(x) > Math.abs(samples[best] ?? 0) ? frame : best,
    0,
  );
}

/** A WAV file of 16 bits, which every browser can decode. */
function wavOf(channels: readonly Float32Array[]): Blob {
  const frames = channels[0]?.length ?? 0;
  const bytes = frames * channels.length * 2;
  const view = new DataView(new ArrayBuffer(44 + bytes));
  const text = (at: number, word: string) =>
    [...word].forEach((c, n) => view.setUint8(at + n, c.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, 36 + bytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * channels.length * 2, true);
  view.setUint16(32, channels.length * 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, bytes, true);
  for (let frame = 0; frame < frames; frame += 1) {
    channels.forEach((samples, channel) => {
      const at = 44 + 2 * (frame * channels.length + channel);
      view.setInt16(at, Math.round((samples[frame] ?? 0) * 32_767), true);
    });
  }
  return new Blob([view.buffer], { type: "audio/wav" });
}

Object.assign(window, { tryMix, trySounds });
