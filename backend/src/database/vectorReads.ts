/**
 * Serves vector searches. A worker thread holds the entries of an index in memory
 * and picks candidate rows. This class supplies those entries and computes the
 * exact results among the candidates.
 */
import type { Storage } from "../storage/storage.ts";
import type { StoredVector, VectorEntry } from "../storage/vectorStorage.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import type { Catalog } from "./catalog.ts";
import type { ComponentPath, VectorReads, VectorResult } from "./contract.ts";
import {
  cosineSimilarity,
  type FilterTerm,
  type VectorQuery,
} from "./vectorIndex.ts";
import { parseVectorQuery } from "./vectorQuery.ts";

export class StoredVectorReads implements VectorReads {
  readonly #storage: Storage;
  readonly #catalog: Catalog;

  constructor(storage: Storage, catalog: Catalog) {
    this.#storage = storage;
    this.#catalog = catalog;
  }

  parse(component: ComponentPath, query: ConvexJsonObject): VectorQuery {
    return parseVectorQuery(this.#catalog, component, query);
  }

  watch(indexId: number): void {
    this.#storage.vectors.watch(indexId);
  }

  unwatch(indexId: number): void {
    this.#storage.vectors.unwatch(indexId);
  }

  after(indexId: number, row: number, limit: number): StoredVector[] {
    return this.#storage.vectors.after(indexId, row, limit);
  }

  changedCount(indexId: number): number {
    return this.#storage.vectors.changedCount(indexId);
  }

  takeChanged(indexId: number, limit: number) {
    const { vectors } = this.#storage;
    const entries: StoredVector[] = [];
    const removed: number[] = [];
    for (const row of vectors.takeChanged(indexId, limit)) {
      const entry = vectors.get(indexId, row);
      if (entry === null) removed.push(row);
      else entries.push(entry);
    }
    return { entries, removed };
  }

  results(
    { index, vector, filter, limit }: VectorQuery,
    rows: readonly number[],
  ): VectorResult[] {
    const found: VectorResult[] = [];
    for (const row of rows) {
      const entry = this.#storage.vectors.find(index.id, row);
      if (entry === null || !passes(filter, entry)) continue;
      const _score = cosineSimilarity(vector, entry.vector);
      found.push({ _id: entry.id, _score });
    }
    return found.sort(byScoreThenId).slice(0, limit);
  }
}

function passes(
  filter: readonly FilterTerm[] | null,
  { filters }: VectorEntry,
): boolean {
  if (filter === null) return true;
  return filter.some(({ offsetBytes, digest }) =>
    digest.every((byte, at) => byte === filters[offsetBytes + at]),
  );
}

function byScoreThenId(one: VectorResult, other: VectorResult): number {
  if (one._score !== other._score) return other._score - one._score;
  return one._id < other._id ? -1 : 1;
}
