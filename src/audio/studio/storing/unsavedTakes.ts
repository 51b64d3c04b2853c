import { Scope } from "../../../lib/scope";
import type { TakeStore } from "../../store/takeStore";
import {
  type OnStoreProblem,
  TakeWriter,
  type TakeWriterParts,
  type TakeToWrite,
} from "./takeWriter";

/** How long a finished take waits until the device has confirmed that it is stored. */
const STORE_PATIENCE_MS = 3_000;

export interface UnsavedTakesParts extends TakeWriterParts {
  readonly store: TakeWriterParts["store"] & Pick<TakeStore, "remove">;
  /** Called whenever a finished take is known to be stored. */
  onStored?(): void;
}

/** A take that is not known to be stored completely. */
interface Unsaved {
  readonly writer: TakeWriter;
  readonly onStoreProblem: OnStoreProblem;
}

/**
 * Stores takes, and tries again later to store those that did not fit. The recorder and
 * `PunchSession` share it, so that room made in one of them serves the takes of both.
 */
export class UnsavedTakes {
  readonly #parts: UnsavedTakesParts;
  readonly #unsaved = new Map<string, Unsaved>();

  constructor(parts: UnsavedTakesParts) {
    this.#parts = parts;
  }

  /**
   * Starts to store a take. The caller passes the writer's handlers to the capture.
   * `onStoreProblem` is called as by `TakeWriter`, and also when it is certain whether the take is
   * stored.
   */
  begin(take: TakeToWrite, onStoreProblem: OnStoreProblem): TakeWriter {
    const writer = new TakeWriter(this.#parts, take, onStoreProblem);
    this.#unsaved.set(take.id, { writer, onStoreProblem });
    return writer;
  }

  /**
   * Waits until the device has read the take back. If that takes too long, the take counts as not
   * kept until the device answers.
   */
  async confirm(takeId: string): Promise<void> {
    const unsaved = this.#unsaved.get(takeId);
    if (!unsaved) return;
    const { writer, onStoreProblem } = unsaved;
    const timer = new Scope();
    const tooLong = new Promise<void>((resolve) => {
      timer.after(STORE_PATIENCE_MS, () => {
        onStoreProblem("slow");
        resolve();
      });
    });
    const confirmed = writer.confirm().then((problem) => {
      if (problem === null) this.#parts.onStored?.();
      onStoreProblem(problem);
    });
    await Promise.race([confirmed, tooLong]);
    timer.dispose();
  }

  /** Tries to store the takes that did not fit before a take was removed from the device. */
  async storeRest(removedId: string): Promise<void> {
    this.#unsaved.delete(removedId);
    for (const { writer } of this.#unsaved.values()) await writer.confirm();
  }

  /**
   * Deletes a take that is still captured. Its last sound comes when the capture has ended. Never
   * rejects.
   */
  async drop(takeId: string, ended: Promise<unknown>): Promise<void> {
    const unsaved = this.#unsaved.get(takeId);
    await ended.catch(() => undefined);
    await unsaved?.writer.confirm();
    await this.forget(takeId);
  }

  /** Deletes a stored take. Never rejects. */
  async forget(takeId: string): Promise<void> {
    await this.#parts.store
      .remove(takeId)
      .catch((error: unknown) => this.#parts.onStoreFailure(error));
  }

  clear(): void {
    this.#unsaved.clear();
  }
}
