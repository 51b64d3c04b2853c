import type {
  Interval,
  ReadSet,
  WriteSet,
} from "../../../database/contract.ts";
import { IntervalIndex } from "../../../database/intervalIndex.ts";

type Intervals = ReadonlyMap<number, readonly Interval[]>;

/** Remembers what each reader has read, to find the readers that a commit affects. */
export class ReadSetIndex<T> {
  readonly #indexes = new Map<number, IntervalIndex<T>>();
  readonly #known = new Map<T, Intervals>();

  /** Replaces what is known about the reader. */
  set(reader: T, { intervals }: Pick<ReadSet, "intervals">): void {
    this.remove(reader);
    this.#known.set(reader, intervals);
    for (const [indexId, read] of intervals) {
      const index = this.#indexes.get(indexId) ?? new IntervalIndex<T>();
      this.#indexes.set(indexId, index);
      for (const interval of read) index.add(interval, reader);
    }
  }

  remove(reader: T): void {
    for (const [indexId, read] of this.#known.get(reader) ?? []) {
      const index = this.#indexes.get(indexId);
      for (const interval of read) index?.remove(interval, reader);
      if (index?.size === 0) this.#indexes.delete(indexId);
    }
    this.#known.delete(reader);
  }

  affectedBy(writes: WriteSet): Set<T> {
    const affected = new Set<T>();
    for (const [indexId, keys] of writes) {
      const index = this.#indexes.get(indexId);
      if (index === undefined) continue;
      for (const key of keys) {
        for (const reader of index.matching(key)) affected.add(reader);
      }
    }
    return affected;
  }
}
