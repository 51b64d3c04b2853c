import type { StemBlock, StemInfo } from "../store/stem";
import type { StemStore } from "../store/stemStore";
import {
  type StoreTrouble,
  TakeGoneError,
  troubleOf,
} from "../store/storeTrouble";
import type { StoredTake, TakeStore } from "../store/takeStore";
import { StemKeeper } from "./stemKeeper";

export interface TakeKeeperParts {
  readonly store: Pick<TakeStore, "begin" | "append" | "measure">;
  readonly stems: Pick<StemStore, "begin" | "append" | "remove">;
  /** Called with errors, such as a full disk, that must not stop the take. */
  onStoreFailure(error: unknown): void;
  now: () => number;
}

/** A take before its first chunk, which brings the type and the time. */
export type TakeToKeep = Omit<StoredTake, "mimeType" | "createdAt">;

/** More unstored chunks than this, about a second each, mean that the storage hangs. */
const MAX_WAITING = 10;
/** While the device is full, storing is tried again with every tenth chunk. */
const RETRY_CHUNKS = 10;

/**
 * Stores a take while it is recorded. Its handlers are passed to the capture. Chunks are stored in
 * order, so what is stored can always be read. Chunks stay in memory until the whole take is stored,
 * and are tried again later; `onKept` is called with false when that begins, and with true once everything
 * is stored after all. If room is short, the stem is given up before any part of the take.
 */
export class TakeKeeper {
  readonly #parts: TakeKeeperParts;
  readonly #take: TakeToKeep;
  readonly #onKept: (isKept: boolean) => void;
  readonly #stem: StemKeeper;
  /** What was captured, until the take is confirmed: the device may lose what it has stored. */
  readonly #chunks: Blob[] = [];
  #captured = { chunks: 0, bytes: 0 };
  /** How many of `#chunks` are stored. */
  #stored = 0;
  #isKept = true;
  #trouble: StoreTrouble = "broken";
  #row: StoredTake | null = null;
  #writing: Promise<void> | null = null;

  constructor(
    parts: TakeKeeperParts,
    take: TakeToKeep,
    onKept: (isKept: boolean) => void,
  ) {
    this.#parts = parts;
    this.#take = take;
    this.#onKept = onKept;
    this.#stem = new StemKeeper(parts, take);
  }

  /** Why the take is not kept, or was not at last. */
  get trouble(): StoreTrouble {
    return this.#trouble;
  }

  readonly onChunk = (chunk: Blob, mimeType: string): void => {
    this.#row ??= { ...this.#take, mimeType, createdAt: this.#parts.now() };
    const { chunks, bytes } = this.#captured;
    this.#captured = { chunks: chunks + 1, bytes: bytes + chunk.size };
    this.#chunks.push(chunk);
    if (this.#chunks.length - this.#stored > MAX_WAITING) this.#noteHanging();
    if (this.#isKept || chunks % RETRY_CHUNKS === 0) void this.#drain();
  };

  readonly onStem = (info: StemInfo): void => this.#stem.begin(info);

  readonly onStemBlock = (block: StemBlock): void => this.#stem.append(block);

  /**
   * Stores what is still waiting, then measures the stored take. Stores all of it again if the
   * device has lost some. Resolves to true only if all of it is there. May be called again, for
   * example after the rapper has made room.
   */
  async confirm(): Promise<boolean> {
    const isStored = (await this.#isStored()) || (await this.#isStoredAgain());
    if (isStored) this.#letGo();
    this.#tell(isStored);
    return isStored;
  }

  async #isStored(): Promise<boolean> {
    await this.#drain();
    return this.#stored === this.#chunks.length && (await this.#isAllThere());
  }

  async #isStoredAgain(): Promise<boolean> {
    if (this.#stored === 0 || this.#stored < this.#chunks.length) return false;
    this.#stored = 0;
    return this.#isStored();
  }

  /** The device has the take: its copy in memory may go. */
  #letGo(): void {
    this.#chunks.length = 0;
    this.#stored = 0;
  }

  async #isAllThere(): Promise<boolean> {
    try {
      const { chunks, bytes } = await this.#parts.store.measure(this.#take.id);
      return chunks === this.#captured.chunks && bytes === this.#captured.bytes;
    } catch (error) {
      this.#noteTrouble(error);
      return false;
    }
  }

  #noteHanging(): void {
    if (this.#isKept) this.#trouble = "slow";
    this.#tell(false);
  }

  #noteTrouble(error: unknown): void {
    this.#trouble = troubleOf(error);
    if (this.#isKept) this.#parts.onStoreFailure(error);
  }

  #drain(): Promise<void> {
    this.#writing ??= this.#storeWaiting().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #storeWaiting(): Promise<void> {
    try {
      await this.#storeAll().catch((error: unknown) => {
        if (!(error instanceof TakeGoneError)) throw error;
        // The site's data was cleared: once more from the beginning.
        this.#stored = 0;
        return this.#storeAll();
      });
      this.#tell(true);
    } catch (error) {
      this.#noteTrouble(error);
      this.#tell(false);
    }
  }

  async #storeAll(): Promise<void> {
    for (;;) {
      const next = this.#chunks[this.#stored];
      if (!next) return;
      await this.#storeOrMakeRoom(next);
      this.#stored += 1;
    }
  }

  async #storeOrMakeRoom(chunk: Blob): Promise<void> {
    try {
      await this.#store(chunk);
    } catch (error) {
      const isGone = error instanceof TakeGoneError;
      if (isGone || !(await this.#stem.giveUp())) throw error;
      await this.#store(chunk);
    }
  }

  async #store(chunk: Blob): Promise<void> {
    const { store } = this.#parts;
    const row = this.#row;
    if (row === null) return;
    if (this.#stored === 0) await store.begin(row, chunk);
    else await store.append(row.id, this.#stored, chunk);
  }

  #tell(isKept: boolean): void {
    if (this.#isKept === isKept) return;
    this.#isKept = isKept;
    this.#onKept(isKept);
  }
}
