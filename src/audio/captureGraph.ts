import {
  MAX_BEAT_DELAY_SECONDS,
  MAX_TIMING_MS,
  type TakeDelays,
} from "./latency";
import { meterLevel } from "./level";
import type { VoiceReading } from "./levelHistory";
import { connectMaster, glideTo } from "./masterBus";

export interface CaptureLevels {
  /** 1 is as captured. */
  readonly voice: number;
  readonly beat: number;
}

interface GraphOptions {
  readonly microphone: MediaStream;
  readonly beat: AudioBuffer;
  readonly levels: CaptureLevels;
  /** What the performer hears of the beat, as a share of its level. */
  readonly monitorLevel: number;
  readonly delays: TakeDelays;
}

const BEAT_LEAD_SECONDS = 0.1;
const METER_SAMPLES = 1024;
/** A reading may come late by two periods of the meter and misses nothing. */
const METER_STRETCHES = 8;
const READING_SAMPLES = METER_STRETCHES * METER_SAMPLES;

/**
 * beat ┬ level ┬ monitor ──────────→ speakers
 *      │       └ delay (round trip) ┬ limiter → recorded mix
 * mic ─┬ level ─────────────────────┘
 *      └ meter
 *
 * The performer hears the beat at once; in the mix it waits for the voice. Only where a person has moved the voice
 * to later than it came in, the voice waits instead.
 */
export class CaptureGraph {
  readonly mix: MediaStream;
  /** What comes in, before any level. */
  readonly voiceInput: AudioNode;
  readonly #context: AudioContext;
  readonly #voice: GainNode;
  readonly #beatLevel: GainNode;
  readonly #monitor: GainNode;
  readonly #beat: AudioBufferSourceNode;
  readonly #microphone: MediaStreamAudioSourceNode;
  readonly #meter: AnalyserNode;
  readonly #samples = new Float32Array(READING_SAMPLES);

  constructor(context: AudioContext, options: GraphOptions) {
    this.#context = context;
    const { levels, delays } = options;
    this.#microphone = context.createMediaStreamSource(options.microphone);
    this.voiceInput = this.#microphone;
    this.#voice = new GainNode(context, { gain: levels.voice });
    this.#beatLevel = new GainNode(context, { gain: levels.beat });
    this.#monitor = new GainNode(context, { gain: options.monitorLevel });
    this.#meter = new AnalyserNode(context, { fftSize: READING_SAMPLES });
    this.#beat = new AudioBufferSourceNode(context, {
      buffer: options.beat,
      loop: true,
    });
    const delay = new DelayNode(context, {
      maxDelayTime: MAX_BEAT_DELAY_SECONDS,
      delayTime: delays.beatDelaySeconds,
    });
    const recorded = context.createMediaStreamDestination();
    const master = connectMaster(recorded);

    this.#beat.connect(this.#beatLevel);
    this.#beatLevel.connect(this.#monitor).connect(context.destination);
    this.#beatLevel.connect(delay).connect(master);
    this.#microphone.connect(this.#meter);
    this.#microphone.connect(this.#voice);
    this.#lateVoice(delays.voiceDelaySeconds).connect(master);
    this.mix = recorded.stream;
  }

  /** Without a delay nothing stands between the voice and the mix. */
  #lateVoice(delayTime: number): AudioNode {
    if (delayTime === 0) return this.#voice;
    const maxDelayTime = MAX_TIMING_MS / 1000;
    const options = { maxDelayTime, delayTime };
    return this.#voice.connect(new DelayNode(this.#context, options));
  }

  /** Starts the beat when it is due, or as soon as it can; returns the moment, on the context's clock. */
  startBeat(dueAt: number): number {
    const { currentTime, sampleRate } = this.#context;
    const soonest = currentTime + BEAT_LEAD_SECONDS;
    // On a frame still to come: of a moment that is over, nobody can say when it really began.
    const frame = Math.ceil(Math.max(dueAt, soonest) * sampleRate);
    this.#beat.start(frame / sampleRate);
    return frame / sampleRate;
  }

  silenceMonitor(): void {
    glideTo(this.#monitor, 0);
  }

  setLevels(levels: CaptureLevels): void {
    glideTo(this.#voice, levels.voice);
    glideTo(this.#beatLevel, levels.beat);
  }

  /** Of what has come in last. */
  readVoice(): VoiceReading {
    const samples = this.#samples;
    this.#meter.getFloatTimeDomainData(samples);
    const levels = Array.from({ length: METER_STRETCHES }, (_, index) =>
      meterLevel(
        samples.subarray(index * METER_SAMPLES, (index + 1) * METER_SAMPLES),
      ),
    );
    const stretchMs = (1000 * METER_SAMPLES) / this.#context.sampleRate;
    return { stretchMs, levels };
  }

  dispose(): void {
    for (const node of [this.#beat, this.#microphone, this.#voice]) {
      node.disconnect();
    }
    this.#beatLevel.disconnect();
    this.#monitor.disconnect();
  }
}
