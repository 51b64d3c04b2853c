import type {
  CaptureRequest,
  Recording,
  RunningCapture,
} from "../../capture/runningCapture";
import type { StopReason } from "../../capture/takeProblem";
import { Scope } from "../../../lib/scope";
import type { RecorderParts } from "../recorderParts";
import {
  type LiveVoice,
  type Meter,
  METER_AT_REST,
  MeteredCapture,
} from "./meteredCapture";

/** 15 updates a second: smooth enough, and light for a phone that is recording. */
export const METER_PERIOD_MS = 66;

export interface CaptureSessionParts extends Pick<
  RecorderParts,
  "engine" | "player"
> {
  /** Called after each reading of the meter. */
  onMeter(): void;
  /**
   * Called when the take should be stopped: its length is reached, or the browser freezes the page.
   * `reason` is null at the end of a section.
   */
  onEnd(reason: StopReason | null): void;
}

/**
 * Captures one take. Playback on the page is blocked from the construction until `stop` or `close`.
 * Use a new session for each take.
 */
export class CaptureSession {
  readonly #parts: CaptureSessionParts;
  /** Disposed when capturing ends; holds the block on the player and the meter's timer. */
  readonly #capturing = new Scope();
  #running: MeteredCapture | null = null;
  #isClosed = false;

  constructor(parts: CaptureSessionParts) {
    this.#parts = parts;
    this.#capturing.add(parts.player.block());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get meter(): Meter {
    return this.#running?.meter ?? METER_AT_REST;
  }

  /** Null unless the take is running. */
  readVoice(): LiveVoice | null {
    return this.#running?.readVoice() ?? null;
  }

  /**
   * Resolves to true once the take is running, and to false if the session was closed meanwhile.
   * Rejects if the capture cannot start.
   */
  async start(request: CaptureRequest, maxTakeMs: number): Promise<boolean> {
    const capture = await this.#parts.engine.start(request);
    if (this.#isClosed) {
      await capture.stop();
      return false;
    }
    this.#follow(capture, maxTakeMs);
    return true;
  }

  /** Ends the running take. Returns null if none is running. */
  stop(): Promise<Recording> | null {
    const running = this.#running;
    if (!running) return null;
    this.#running = null;
    this.#capturing.dispose();
    return running.stop();
  }

  /** Discards the take. A take that is still starting is stopped as soon as it has started. */
  close(): void {
    this.#isClosed = true;
    void this.stop();
    this.#capturing.dispose();
  }

  /** Reads the meter until the capture ends, and calls `onEnd` when the time is up. */
  #follow(capture: RunningCapture, maxTakeMs: number): void {
    const parts = this.#parts;
    const running = new MeteredCapture(capture);
    const endMs = Math.min(maxTakeMs, capture.takeMs ?? maxTakeMs);
    this.#running = running;
    this.#capturing.every(METER_PERIOD_MS, () => {
      const { elapsedMs } = running.readMeter();
      parts.onMeter();
      if (elapsedMs >= maxTakeMs) parts.onEnd("length");
      else if (elapsedMs >= endMs) parts.onEnd(null);
    });
    this.#capturing.listen(document, "freeze", () => parts.onEnd("frozen"));
  }
}
