/**
 * Vector searches of one executor. The first search of an index loads it into
 * the worker; an index that does not fit is dropped there.
 */
import type {
  ComponentPath,
  VectorReads,
  VectorResult,
  VectorQuery,
} from "../../../database/contract.ts";
import { FILTER_BYTES } from "../../../database/vectorIndex.ts";
import type { ConvexJsonObject } from "../../../values/convexJson.ts";
import type { Heartbeat } from "../../worker/heartbeat.ts";
import { LoadedIndex } from "./loadedIndex.ts";
import { VectorLink } from "./vectorLink.ts";

/**
 * The worker compares long vectors only roughly, so we ask it for more rows
 * than we need.
 */
const candidates = (limit: number) => 2 * limit + 32;
const MAX_WAITING = 1_000;
/** An index that failed is not loaded again for this long. */
const PAUSE_MS = 10_000;

interface Failure {
  readonly error: Error;
  readonly until: number;
}

export interface VectorSearchOptions {
  readonly reads: VectorReads;
  readonly heartbeat: Heartbeat;
  readonly memoryMib: number;
}

export class VectorSearches {
  readonly #options: VectorSearchOptions;
  readonly #loaded = new Map<number, LoadedIndex>();
  readonly #failures = new Map<number, Failure>();
  #link: VectorLink | null = null;
  #waitingCount = 0;

  constructor(options: VectorSearchOptions) {
    this.#options = options;
  }

  /**
   * Rejects with a DatabaseError if the query is not valid, with another Error
   * if the index does not fit into memory.
   */
  async search(
    component: ComponentPath,
    json: ConvexJsonObject,
  ): Promise<VectorResult[]> {
    const query = this.#options.reads.parse(component, json);
    if (this.#waitingCount >= MAX_WAITING) {
      throw new Error("Too many vector searches wait. Try again later.");
    }
    this.#waitingCount += 1;
    try {
      const rows = await this.#rows(query);
      return this.#options.reads.results(query, rows);
    } finally {
      this.#waitingCount -= 1;
    }
  }

  /** Sends committed changes to the worker. */
  update(): void {
    for (const index of this.#loaded.values()) {
      // The next search reports the failure.
      index.nearlyCurrent().catch(() => undefined);
    }
  }

  /**
   * Drops all loaded indexes, because the worker may have seen commits that
   * were lost.
   */
  reset(): void {
    for (const index of this.#loaded.values()) index.forget();
    this.#loaded.clear();
    const link = this.#link;
    this.#link = null;
    void link?.close();
  }

  async #rows(query: VectorQuery): Promise<readonly number[]> {
    const index = this.#indexOf(query);
    try {
      await index.nearlyCurrent();
      index.sendRest();
      return await this.#requireLink().ask({
        type: "search",
        index: index.shape,
        vector: query.vector,
        filter: query.filter,
        count: candidates(query.limit),
      });
    } catch (error) {
      this.#giveUp(index, error);
      throw error;
    }
  }

  #indexOf({ index: { id, dimensions, filterFields } }: VectorQuery) {
    const failure = this.#failures.get(id);
    if (failure !== undefined && Date.now() < failure.until) {
      throw failure.error;
    }
    const { reads, heartbeat } = this.#options;
    const filterBytes = filterFields.length * FILTER_BYTES;
    const loaded =
      this.#loaded.get(id) ??
      new LoadedIndex(
        { indexId: id, dimensions, filterBytes },
        { reads, heartbeat, link: this.#requireLink() },
      );
    this.#loaded.set(id, loaded);
    return loaded;
  }

  #giveUp(index: LoadedIndex, thrown: unknown): void {
    const { indexId } = index.shape;
    if (this.#loaded.get(indexId) !== index) return;
    index.forget();
    this.#loaded.delete(indexId);
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    this.#failures.set(indexId, { error, until: Date.now() + PAUSE_MS });
    this.#link?.ask({ type: "drop", indexId }).catch(() => undefined);
  }

  #requireLink(): VectorLink {
    if (this.#link !== null) return this.#link;
    const maxBytes = this.#options.memoryMib * 2 ** 20;
    const link = new VectorLink({ maxBytes }, () => {
      if (this.#link === link) this.reset();
    });
    this.#link = link;
    return link;
  }
}
