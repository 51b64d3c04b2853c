import { OutOfReachError } from "../../lib/outOfReach";
import type { FinishedTake } from "../store/finishedTake";
import type { SendOptions } from "./recorderParts";
import type { TakeProgress } from "./takeProgress";

export type SendTake = (
  take: FinishedTake,
  options: SendOptions,
) => Promise<void>;

export interface TakeUploadParts {
  readonly progress: TakeProgress;
  mix(take: FinishedTake, signal: AbortSignal): Promise<FinishedTake>;
  /** Called once the take is on the server; the upload ends when it resolves. */
  onUploaded(takeId: string): Promise<void>;
}

/** Sends the current take, one upload at a time. */
export class TakeUpload {
  readonly #parts: TakeUploadParts;
  #controller: AbortController | null = null;

  constructor(parts: TakeUploadParts) {
    this.#parts = parts;
  }

  /** See `Recorder.upload`. */
  async run(send: SendTake): Promise<boolean> {
    const { progress } = this.#parts;
    const isMixing = hasStem(progress);
    progress.send({ type: "upload", isMixing });
    const { state } = progress;
    if (state.phase !== "uploading" || this.#controller) return false;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    try {
      const take = isMixing ? await this.#mix(state.take, signal) : state.take;
      await send(take, {
        signal,
        onProgress: (percent) => progress.send({ type: "progress", percent }),
      });
      progress.send({ type: "uploaded" });
      await this.#parts.onUploaded(state.take.id);
      return true;
    } catch (error) {
      progress.send(
        signal.aborted
          ? { type: "cancelUpload" }
          : { type: "uploadFailed", error },
      );
      return false;
    } finally {
      this.#controller = null;
    }
  }

  cancel(): void {
    this.#controller?.abort();
  }

  async #mix(
    recorded: FinishedTake,
    signal: AbortSignal,
  ): Promise<FinishedTake> {
    const { progress } = this.#parts;
    try {
      const take = await this.#parts.mix(recorded, signal);
      progress.send({ type: "mixed" });
      return take;
    } catch (error) {
      const isOutOfReach = error instanceof OutOfReachError;
      if (!signal.aborted) progress.send({ type: "mixFailed", isOutOfReach });
      throw error;
    }
  }
}

function hasStem({ state }: TakeProgress): boolean {
  const take = "take" in state ? state.take : null;
  return (take?.stem ?? null) !== null;
}
