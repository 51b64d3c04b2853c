import { OutOfReachError } from "../../../lib/outOfReach";
import type { FinishedTake } from "../../store/finishedTake";
import type { SendOptions } from "../recorderParts";
import type { CurrentTake } from "../currentTake";

export type SendTake = (
  take: FinishedTake,
  options: SendOptions,
) => Promise<void>;

/** A stored take whose recorder was closed while it was being mixed. */
export interface LeftMix {
  readonly take: FinishedTake;
  /** Rejects if the take cannot be mixed, or if mixing is cancelled. */
  readonly mixed: Promise<FinishedTake>;
  /** Calls `onPercent` with how much is mixed, now and whenever that changes. */
  follow(onPercent: (percent: number) => void): void;
  cancel(): void;
}

/** Continues with a take whose recorder was closed. */
export type TakeOver = (left: LeftMix) => void;

export interface TakeUploadParts {
  readonly current: CurrentTake;
  /** Calls `onProgress` with the part that is done, from 0 to 1. */
  mix(
    take: FinishedTake,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<FinishedTake>;
  /** Called once the take is on the server, or in the outbox. */
  onUploaded(): void;
}

interface Running {
  readonly controller: AbortController;
  readonly takeOver: TakeOver | undefined;
  /** The mixed take; null unless the take is being mixed. */
  mixed: Promise<FinishedTake> | null;
  /** How much of the take is mixed. */
  percent: number;
  onPercent(percent: number): void;
  /** True once `takeOver` has taken the take. */
  isLeft: boolean;
}

/** Sends the current take, one upload at a time. */
export class TakeUpload {
  readonly #parts: TakeUploadParts;
  #running: Running | null = null;

  constructor(parts: TakeUploadParts) {
    this.#parts = parts;
  }

  /** See `Recorder.upload`. */
  async run(send: SendTake, takeOver?: TakeOver): Promise<boolean> {
    const { current } = this.#parts;
    const isMixing = hasStem(current);
    current.send({ type: "upload", isMixing });
    const { state } = current;
    if (state.phase !== "uploading" || this.#running) return false;
    const controller = new AbortController();
    const { signal } = controller;
    const running: Running = {
      controller,
      takeOver,
      mixed: null,
      percent: 0,
      onPercent: (percent) => {
        if (!signal.aborted) current.send({ type: "progress", percent });
      },
      isLeft: false,
    };
    this.#running = running;
    try {
      const take = isMixing ? await this.#mix(state.take, running) : state.take;
      if (running.isLeft) return false;
      await send(take, {
        signal,
        onProgress: (percent) => current.send({ type: "progress", percent }),
      });
      current.send({ type: "uploaded" });
      this.#parts.onUploaded();
      return true;
    } catch (error) {
      if (running.isLeft) return false;
      current.send(
        signal.aborted
          ? { type: "cancelUpload" }
          : { type: "uploadFailed", error },
      );
      return false;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  cancel(): void {
    this.#running?.controller.abort();
  }

  /**
   * Ends the upload without changing the state, which is about to be reset. See `Recorder.close`.
   */
  leave(): void {
    const { state } = this.#parts.current;
    const running = this.#running;
    if (!running?.mixed || !running.takeOver) return this.cancel();
    if (state.phase !== "uploading" || !state.isKept) return this.cancel();
    running.isLeft = true;
    this.#running = null;
    const { takeOver, mixed, controller } = running;
    const cancel = () => controller.abort();
    running.onPercent = () => undefined;
    const follow = (onPercent: Running["onPercent"]) => {
      running.onPercent = onPercent;
      onPercent(running.percent);
    };
    takeOver({ take: state.take, mixed, follow, cancel });
  }

  async #mix(recorded: FinishedTake, running: Running): Promise<FinishedTake> {
    const { current } = this.#parts;
    const { signal } = running.controller;
    try {
      running.mixed = this.#parts.mix(recorded, signal, (share) => {
        running.percent = Math.floor(100 * share);
        running.onPercent(running.percent);
      });
      const take = await running.mixed;
      if (!running.isLeft) current.send({ type: "mixed" });
      return take;
    } catch (error) {
      const isOutOfReach = error instanceof OutOfReachError;
      if (!signal.aborted && !running.isLeft)
        current.send({ type: "mixFailed", isOutOfReach });
      throw error;
    } finally {
      running.mixed = null;
    }
  }
}

function hasStem({ state }: CurrentTake): boolean {
  const take = "take" in state ? state.take : null;
  return (take?.stem ?? null) !== null;
}
