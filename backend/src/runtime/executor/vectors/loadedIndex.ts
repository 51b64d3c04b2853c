/**
 * One index in the vector worker. It is loaded in parts, alongside all other
 * work, and then kept up to date with commits.
 */
import type { StoredVector, VectorReads } from "../../../database/contract.ts";
import type { Heartbeat } from "../../worker/heartbeat.ts";
import type { VectorLink } from "./vectorLink.ts";
import type { IndexShape } from "../../messages/vectorMessages.ts";

/** Size of a part. Reading and sending one takes a millisecond or two. */
const PART_BYTES = 1 << 20;

interface Part {
  readonly entries: readonly StoredVector[];
  readonly removed: readonly number[];
}

export class LoadedIndex {
  readonly shape: IndexShape;
  readonly #reads: VectorReads;
  readonly #link: VectorLink;
  readonly #heartbeat: Heartbeat;
  readonly #rowsPerPart: number;
  #isLoaded = false;
  #lastRow = 0;
  #sending: Promise<void> | null = null;

  constructor(
    shape: IndexShape,
    parts: { reads: VectorReads; link: VectorLink; heartbeat: Heartbeat },
  ) {
    this.shape = shape;
    this.#reads = parts.reads;
    this.#link = parts.link;
    this.#heartbeat = parts.heartbeat;
    const entryBytes = shape.dimensions * 4 + shape.filterBytes;
    this.#rowsPerPart = Math.max(1, Math.floor(PART_BYTES / entryBytes));
    this.#reads.watch(shape.indexId);
  }

  /**
   * Resolves when at most one part is left to send. Rejects if the worker gives
   * the index up.
   */
  async nearlyCurrent(): Promise<void> {
    while (this.#isFarBehind) {
      this.#sending ??= this.#sendParts();
      await this.#sending;
    }
  }

  /**
   * Sends the remaining changes, so that later requests to the worker see the
   * current state.
   */
  sendRest(): void {
    // If this fails, the next request fails in the same way.
    this.#send(this.#changedPart()).catch(() => undefined);
  }

  forget(): void {
    this.#reads.unwatch(this.shape.indexId);
  }

  get #isFarBehind(): boolean {
    const { indexId } = this.shape;
    const count = this.#reads.changedCount(indexId);
    return !this.#isLoaded || count > this.#rowsPerPart;
  }

  async #sendParts(): Promise<void> {
    try {
      while (this.#isFarBehind) {
        // Waiting for the worker's answer paces the loop.
        await this.#send(
          this.#isLoaded ? this.#changedPart() : this.#nextPart(),
        );
      }
    } finally {
      this.#sending = null;
    }
  }

  #nextPart(): Part {
    const { indexId } = this.shape;
    const entries = this.#heartbeat.busy(() =>
      this.#reads.after(indexId, this.#lastRow, this.#rowsPerPart),
    );
    this.#lastRow = entries.at(-1)?.row ?? this.#lastRow;
    this.#isLoaded = entries.length < this.#rowsPerPart;
    return { entries, removed: [] };
  }

  #changedPart(): Part {
    const { indexId } = this.shape;
    return this.#heartbeat.busy(() =>
      this.#reads.takeChanged(indexId, this.#rowsPerPart),
    );
  }

  async #send({ entries, removed }: Part): Promise<void> {
    if (entries.length + removed.length === 0) return;
    const { dimensions, filterBytes } = this.shape;
    const vectors = new Float32Array(entries.length * dimensions);
    const filters = new Uint8Array(entries.length * filterBytes);
    for (const [at, entry] of entries.entries()) {
      vectors.set(entry.vector, at * dimensions);
      filters.set(entry.filters, at * filterBytes);
    }
    const rows = entries.map(({ row }) => row);
    await this.#link.ask(
      { type: "put", index: this.shape, rows, vectors, filters, removed },
      [vectors.buffer, filters.buffer],
    );
  }
}
