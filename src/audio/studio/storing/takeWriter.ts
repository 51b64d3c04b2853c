import type { StemBlock, StemInfo } from "../../store/stem";
import type { StemStore } from "../../store/stemStore";
import {
  type StoreProblem,
  TakeGoneError,
  storeProblemOf,
} from "../../store/storeProblem";
import type { StoredTake, TakeStore } from "../../store/takeStore";
import { StemWriter } from "./stemWriter";

export interface TakeWriterParts {
  readonly store: Pick<TakeStore, "begin" | "append" | "measure">;
  readonly stems: Pick<StemStore, "begin" | "append" | "remove">;
  /** Called with errors, such as a full disk, that must not stop the take. */
  onStoreFailure(error: unknown): void;
  now: () => number;
}

/** A take before its first chunk, which determines the type and the time. */
export type TakeToWrite = Omit<StoredTake, "mimeType" | "createdAt">;

/** Receives the reason why a take is not stored completely, or null once it is. */
export type OnStoreProblem = (problem: StoreProblem | null) => void;

/** More unstored chunks than this, about a second each, mean that the storage hangs. */
const MAX_WAITING = 10;
/** While the device is full, every tenth chunk is a new try to store. */
const RETRY_CHUNKS = 10;

/**
 * Stores a take while it is recorded. Its handlers are passed to the capture. Chunks are stored in
 * order, so the stored part can always be read. All chunks stay in memory until the whole take is
 * stored, and storing is tried again later. `onStoreProblem` is called with the reason when storing
 * fails or the reason changes, and with null once everything is stored after all. If room is short,
 * the stem is removed before any part of the take.
 */
export class TakeWriter {
  readonly #parts: TakeWriterParts;
  readonly #take: TakeToWrite;
  readonly #onStoreProblem: OnStoreProblem;
  readonly #stem: StemWriter;
  /**
   * Everything that was captured, until the take is confirmed: the device may lose what it has
   * stored.
   */
  readonly #chunks: Blob[] = [];
  #captured = { chunks: 0, bytes: 0 };
  /** How many of `#chunks` are stored. */
  #stored = 0;
  /** Why the take is not kept; null while it is kept. */
  #problem: StoreProblem | null = null;
  #row: StoredTake | null = null;
  #writing: Promise<void> | null = null;

  constructor(
    parts: TakeWriterParts,
    take: TakeToWrite,
    onStoreProblem: OnStoreProblem,
  ) {
    this.#parts = parts;
    this.#take = take;
    this.#onStoreProblem = onStoreProblem;
    this.#stem = new StemWriter(parts, take);
  }

  readonly onChunk = (chunk: Blob, mimeType: string): void => {
    this.#row ??= { ...this.#take, mimeType, createdAt: this.#parts.now() };
    const { chunks, bytes } = this.#captured;
    this.#captured = { chunks: chunks + 1, bytes: bytes + chunk.size };
    this.#chunks.push(chunk);
    if (this.#chunks.length - this.#stored > MAX_WAITING) {
      this.#tell(this.#problem ?? "slow");
    }
    if (this.#problem === null || chunks % RETRY_CHUNKS === 0)
      void this.#drain();
  };

  readonly onStem = (info: StemInfo): void => this.#stem.begin(info);

  readonly onStemBlock = (block: StemBlock): void => this.#stem.append(block);

  /**
   * Stores the waiting chunks and then measures the stored take. Stores everything again if the
   * device has lost some of it. Resolves to null only if the device has the whole take. May be
   * called again, for example after the rapper has made room.
   */
  async confirm(): Promise<StoreProblem | null> {
    let problem = await this.#storeAndMeasure();
    const wasLost = this.#stored > 0 && this.#stored === this.#chunks.length;
    if (problem !== null && wasLost) {
      this.#stored = 0;
      problem = await this.#storeAndMeasure();
    }
    if (problem === null) this.#letGo();
    this.#tell(problem);
    return problem;
  }

  async #storeAndMeasure(): Promise<StoreProblem | null> {
    await this.#drain();
    if (this.#stored < this.#chunks.length) return this.#problem ?? "broken";
    return this.#measure();
  }

  /** Drops the copy in memory, because the device has the whole take. */
  #letGo(): void {
    this.#chunks.length = 0;
    this.#stored = 0;
  }

  async #measure(): Promise<StoreProblem | null> {
    try {
      const { chunks, bytes } = await this.#parts.store.measure(this.#take.id);
      const isAllThere =
        chunks === this.#captured.chunks && bytes === this.#captured.bytes;
      return isAllThere ? null : "broken";
    } catch (error) {
      return this.#logged(error);
    }
  }

  /** Returns the problem behind an error. Logs the error, unless the take already has a problem. */
  #logged(error: unknown): StoreProblem {
    if (this.#problem === null) this.#parts.onStoreFailure(error);
    return storeProblemOf(error);
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
        // The site's data was cleared, so store everything from the beginning.
        this.#stored = 0;
        return this.#storeAll();
      });
      this.#tell(null);
    } catch (error) {
      this.#tell(this.#logged(error));
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

  #tell(problem: StoreProblem | null): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#onStoreProblem(problem);
  }
}
