import { Scope } from "../../lib/scope";
import type { TakeStore } from "../store/takeStore";
import {
  TakeKeeper,
  type TakeKeeperParts,
  type TakeToKeep,
} from "./takeKeeper";

/** How long a finished take waits until the device has confirmed that it is stored. */
const STORE_PATIENCE_MS = 3_000;

export interface TakeKeepersParts extends TakeKeeperParts {
  readonly store: TakeKeeperParts["store"] & Pick<TakeStore, "remove">;
  /** Called whenever a finished take is known to be stored. */
  onStored?(): void;
}

/** A take that is not known to be stored completely. */
interface Kept {
  readonly keeper: TakeKeeper;
  readonly onKept: (isKept: boolean) => void;
}

/**
 * Stores takes, and tries again later with those that did not fit. The recorder and the punch-in
 * share it, so that room made in one of them serves the takes of both.
 */
export class TakeKeepers {
  readonly #parts: TakeKeepersParts;
  readonly #kept = new Map<string, Kept>();

  constructor(parts: TakeKeepersParts) {
    this.#parts = parts;
  }

  /**
   * Starts to store a take. The caller passes the keeper's handlers to the capture. `onKept` is
   * called whenever it changes, and once it is certain, whether the take is stored.
   */
  begin(take: TakeToKeep, onKept: (isKept: boolean) => void): TakeKeeper {
    const keeper = new TakeKeeper(this.#parts, take, onKept);
    this.#kept.set(take.id, { keeper, onKept });
    return keeper;
  }

  /**
   * Waits until the device has read the take back. If that takes too long, the take counts as not
   * kept until the device answers.
   */
  async confirm(takeId: string): Promise<void> {
    const kept = this.#kept.get(takeId);
    if (!kept) return;
    const { keeper, onKept } = kept;
    const timer = new Scope();
    const tooLong = new Promise<void>((resolve) => {
      timer.after(STORE_PATIENCE_MS, () => {
        onKept(false);
        resolve();
      });
    });
    const confirmed = keeper.confirm().then((isKept) => {
      if (isKept) this.#parts.onStored?.();
      onKept(isKept);
    });
    await Promise.race([confirmed, tooLong]);
    timer.dispose();
  }

  /** Tries to store what did not fit before a take was removed from the device. */
  async storeRest(removedId: string): Promise<void> {
    this.#kept.delete(removedId);
    for (const { keeper } of this.#kept.values()) await keeper.confirm();
  }

  /** Deletes a stored take. Never rejects. */
  async forget(takeId: string): Promise<void> {
    await this.#parts.store
      .remove(takeId)
      .catch((error: unknown) => this.#parts.onStoreFailure(error));
  }

  clear(): void {
    this.#kept.clear();
  }
}
