import {
  MAX_BEAT_DELAY_SECONDS,
  MAX_TIMING_MS,
  type TakeDelays,
} from "../delay/latency";
import { beatSource, type BeatSound, placeIn } from "../signal/beatSound";
import { isClipping } from "../signal/isClipping";
import { meterLevel } from "../signal/meterLevel";
import type { VoiceReading } from "./levelHistory";
import type { CaptureLevels } from "../signal/captureLevels";
import { connectMaster, glideTo } from "../signal/masterBus";
import { FADE_SECONDS } from "./verseLead";

interface GraphOptions {
  readonly voice: AudioNode;
  readonly beat: BeatSound;
  readonly levels: CaptureLevels;
  /** How loud the performer hears the beat, as a fraction of the beat's level. */
  readonly monitorLevel: number;
  readonly delays: TakeDelays;
  /** If true, the mix stays without the beat until `recordBeatFrom`. */
  readonly hasLeadIn: boolean;
}

const BEAT_LEAD_SECONDS = 0.1;
const METER_SAMPLES = 1024;
/**
 * Each reading covers several stretches, so that readings which come two meter periods late still
 * miss nothing.
 */
const METER_STRETCHES = 8;
const READING_SAMPLES = METER_STRETCHES * METER_SAMPLES;

/**
 * The audio graph of a running take.
 *
 * beat ┬ level ┬ monitor ──────────→ speakers
 *      │       └ delay (round trip) ┬ limiter → recorded mix
 * mic ─┬ level ─────────────────────┘
 *      └ meter
 *
 * The performer hears the beat immediately. In the mix, the beat is delayed to line up with the
 * voice, which arrives late by the round trip. If the performer has corrected the timing so that
 * the voice must come even later than it arrived, the voice is delayed instead.
 */
export class CaptureGraph {
  readonly mix: MediaStream;
  readonly #context: AudioContext;
  readonly #voice: GainNode;
  readonly #beatLevel: GainNode;
  readonly #recordedBeat: GainNode;
  readonly #beatDelaySeconds: number;
  readonly #monitor: GainNode;
  readonly #sound: BeatSound;
  readonly #beat: AudioBufferSourceNode;
  readonly #microphone: AudioNode;
  readonly #meter: AnalyserNode;
  #isBeatStarted = false;
  readonly #samples = new Float32Array(READING_SAMPLES);

  constructor(context: AudioContext, options: GraphOptions) {
    this.#context = context;
    const { levels, delays } = options;
    this.#microphone = options.voice;
    this.#voice = new GainNode(context, { gain: levels.voice });
    this.#beatLevel = new GainNode(context, { gain: levels.beat });
    this.#monitor = new GainNode(context, { gain: options.monitorLevel });
    this.#beatDelaySeconds = delays.beatDelaySeconds;
    const gain = options.hasLeadIn ? 0 : 1;
    this.#recordedBeat = new GainNode(context, { gain });
    this.#meter = new AnalyserNode(context, { fftSize: READING_SAMPLES });
    this.#sound = options.beat;
    this.#beat = beatSource(context, options.beat);
    const delay = new DelayNode(context, {
      maxDelayTime: MAX_BEAT_DELAY_SECONDS,
      delayTime: delays.beatDelaySeconds,
    });
    const recorded = context.createMediaStreamDestination();
    const master = connectMaster(recorded);

    this.#beat.connect(this.#beatLevel);
    this.#beatLevel.connect(this.#monitor).connect(context.destination);
    this.#beatLevel.connect(delay).connect(this.#recordedBeat).connect(master);
    this.#microphone.connect(this.#meter);
    this.#microphone.connect(this.#voice);
    this.#lateVoice(delays.voiceDelaySeconds).connect(master);
    this.mix = recorded.stream;
  }

  /** Adds a delay line to the voice, only if it is delayed. */
  #lateVoice(delayTime: number): AudioNode {
    if (delayTime === 0) return this.#voice;
    const maxDelayTime = MAX_TIMING_MS / 1000;
    const options = { maxDelayTime, delayTime };
    return this.#voice.connect(new DelayNode(this.#context, options));
  }

  /**
   * Starts the beat at `dueAt`, or as soon as possible if that is too near, from `offsetSeconds` of
   * its file. Returns the actual start; both are seconds on the context's clock.
   */
  startBeat(dueAt: number, offsetSeconds = 0): number {
    const { currentTime, sampleRate } = this.#context;
    const soonest = currentTime + BEAT_LEAD_SECONDS;
    // Start on a frame in the future. A start time in the past means "now", and the actual start
    // would be unknown.
    const frame = Math.ceil(Math.max(dueAt, soonest) * sampleRate);
    const offset = placeIn(this.#sound, offsetSeconds);
    this.#beat.start(frame / sampleRate, offset);
    this.#isBeatStarted = true;
    return frame / sampleRate;
  }

  /** Starts the beat as `startBeat` does. The performer hears it fade in; the recorded mix does not. */
  fadeInBeat(dueAt: number, offsetSeconds: number): number {
    const startedAt = this.startBeat(dueAt, offsetSeconds);
    const { gain } = this.#monitor;
    const level = gain.value;
    gain.setValueAtTime(0, startedAt);
    gain.linearRampToValueAtTime(level, startedAt + FADE_SECONDS);
    return startedAt;
  }

  /**
   * Ends a lead-in. The recorded mix contains the beat from the moment that the performer hears it
   * at `at`, in seconds on the context's clock.
   */
  recordBeatFrom(at: number): void {
    this.#recordedBeat.gain.setValueAtTime(1, at + this.#beatDelaySeconds);
  }

  silenceMonitor(): void {
    glideTo(this.#monitor, 0);
  }

  /** The level of the most recent input. */
  readVoice(): VoiceReading {
    const samples = this.#samples;
    this.#meter.getFloatTimeDomainData(samples);
    const levels = Array.from({ length: METER_STRETCHES }, (_, index) =>
      meterLevel(
        samples.subarray(index * METER_SAMPLES, (index + 1) * METER_SAMPLES),
      ),
    );
    const stretchMs = (1000 * METER_SAMPLES) / this.#context.sampleRate;
    return { stretchMs, levels, isClipping: isClipping(samples) };
  }

  dispose(): void {
    // A looping source stays in the context until it is stopped, even if it is no longer heard.
    if (this.#isBeatStarted) this.#beat.stop();
    for (const node of [this.#beat, this.#microphone, this.#voice]) {
      node.disconnect();
    }
    this.#beatLevel.disconnect();
    this.#monitor.disconnect();
  }
}
