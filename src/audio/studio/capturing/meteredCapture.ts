import { LevelHistory } from "../../capture/levelHistory";
import type { Recording, RunningCapture } from "../../capture/runningCapture";

export interface Meter {
  readonly elapsedMs: number;
  readonly voiceLevel: number;
  /** Whether the microphone is overdriven, or was a moment ago. */
  readonly isClipping: boolean;
}

/** The voice of a running take, by position on the beat. */
export interface LiveVoice {
  readonly history: LevelHistory;
  /** Position of the newest sample on the beat, in ms; negative before the beat starts. */
  readonly atMs: number;
  /** Length of the part of the beat that loops. */
  readonly loopMs: number;
}

export const METER_AT_REST: Meter = {
  elapsedMs: 0,
  voiceLevel: 0,
  isClipping: false,
};

/** How long clipping is shown, so that the rapper has time to read the message. */
const CLIPPING_SHOWN_MS = 2_500;

/** A running capture with its meter and the history of its voice. */
export class MeteredCapture {
  readonly #capture: RunningCapture;
  readonly #history = new LevelHistory();
  #meter = METER_AT_REST;
  #clippedAtMs = -Infinity;

  constructor(capture: RunningCapture) {
    this.#capture = capture;
  }

  /** The most recent reading. */
  get meter(): Meter {
    return this.#meter;
  }

  /** Reads the meter and adds the voice since the last reading to the history. */
  readMeter(): Meter {
    const reading = this.#capture.readVoice();
    this.#history.note(this.#capture.voiceAtMs(), reading);
    const elapsedMs = this.#capture.elapsedMs();
    if (reading.isClipping) this.#clippedAtMs = elapsedMs;
    this.#meter = {
      elapsedMs,
      voiceLevel: reading.levels.at(-1) ?? 0,
      isClipping: elapsedMs - this.#clippedAtMs < CLIPPING_SHOWN_MS,
    };
    return this.#meter;
  }

  /** The voice at this moment. */
  readVoice(): LiveVoice {
    const { loopMs } = this.#capture;
    return { history: this.#history, atMs: this.#capture.voiceAtMs(), loopMs };
  }

  stop(): Promise<Recording> {
    return this.#capture.stop();
  }
}
