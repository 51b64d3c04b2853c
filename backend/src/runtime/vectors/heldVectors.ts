/**
 * One vector index in memory. Every search compares the query with every entry,
 * using the processor's vector instructions, so filters and changes cost
 * nothing extra. Long vectors are kept as one byte per number. That is inexact:
 * the caller asks for a few more rows than it needs and ranks them by the exact
 * vectors.
 */
import { exactSearch, Matches, MetricKind } from "usearch";
import type { FilterWords, IndexShape } from "../messages/vectorMessages.ts";

const ROWS_PER_BLOCK = 1024;
/** With fewer dimensions, one byte per number is too coarse and four are cheap. */
const MIN_DIMENSIONS_OF_BYTES = 256;
/** Rough cost of a row's number and its position. */
const BOOKKEEPING_BYTES = 64;
const MAX_BYTE = 127;

type Numbers = Int8Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

interface Block {
  readonly vectors: Numbers;
  readonly filters: Uint8Array;
}

interface Near {
  readonly row: number;
  readonly distance: number;
}

export class HeldVectors {
  readonly #shape: IndexShape;
  readonly #blocks: Block[] = [];
  /** Row at each position. Blocks are filled without gaps. */
  readonly #rows: number[] = [];
  readonly #positions = new Map<number, number>();
  /** Scratch space for entries that pass a filter, used within one search. */
  readonly #passing: Numbers;

  constructor(shape: IndexShape) {
    this.#shape = shape;
    this.#passing = this.#numbers(ROWS_PER_BLOCK);
  }

  /** Size of one more block. */
  get blockBytes(): number {
    const { filterBytes } = this.#shape;
    const otherBytes = filterBytes + BOOKKEEPING_BYTES;
    return this.#passing.byteLength + ROWS_PER_BLOCK * otherBytes;
  }

  get bytes(): number {
    return (this.#blocks.length + 1) * this.blockBytes;
  }

  has(row: number): boolean {
    return this.#positions.has(row);
  }

  /** True if one more row needs another block. */
  get isFull(): boolean {
    return this.#rows.length === this.#blocks.length * ROWS_PER_BLOCK;
  }

  put(row: number, vector: Float32Array, filters: Uint8Array): void {
    const position = this.#positions.get(row) ?? this.#append(row);
    const { block, at } = this.#find(position);
    const { dimensions, filterBytes } = this.#shape;
    block.vectors.set(this.#stored(vector), at * dimensions);
    block.filters.set(filters, at * filterBytes);
  }

  remove(row: number): void {
    const position = this.#positions.get(row);
    const lastRow = this.#rows.at(-1);
    if (position === undefined || lastRow === undefined) return;
    this.#copy(this.#rows.length - 1, position);
    this.#rows[position] = lastRow;
    this.#positions.set(lastRow, position);
    this.#positions.delete(row);
    this.#rows.pop();
    const blockCount = Math.ceil(this.#rows.length / ROWS_PER_BLOCK);
    this.#blocks.length = blockCount;
  }

  /** Returns the rows most similar to `vector`, nearest first. */
  nearest(
    vector: Float32Array,
    filter: readonly FilterWords[] | null,
    count: number,
  ): number[] {
    const query = this.#stored(vector);
    let nearest: Near[] = [];
    for (const number of this.#blocks.keys()) {
      nearest.push(...this.#nearestIn(number, query, filter, count));
      // Trimming every few blocks keeps sorting the smaller part of the work.
      if (nearest.length > 8 * count) nearest = best(nearest, count);
    }
    return best(nearest, count).map(({ row }) => row);
  }

  #nearestIn(
    number: number,
    query: Numbers,
    filter: readonly FilterWords[] | null,
    count: number,
  ): Near[] {
    const first = number * ROWS_PER_BLOCK;
    const used = Math.min(ROWS_PER_BLOCK, this.#rows.length - first);
    const passing = filter && this.#gather(number, used, filter);
    const found = this.#search(
      passing === null ? this.#block(number).vectors : this.#passing,
      passing === null ? used : passing.length,
      query,
      count,
    );
    return found.map(({ at, distance }) => {
      const position = first + (passing === null ? at : (passing[at] ?? 0));
      return { row: this.#rows[position] ?? 0, distance };
    });
  }

  #search(vectors: Numbers, used: number, query: Numbers, count: number) {
    if (used === 0) return [];
    const { dimensions } = this.#shape;
    const matches = exactSearch(
      beginning(vectors, used * dimensions),
      query,
      dimensions,
      Math.min(count, used),
      MetricKind.Cos,
      1,
    );
    if (!(matches instanceof Matches))
      throw new Error("One query, one answer.");
    return Array.from(matches.keys, (key, at) => ({
      at: Number(key),
      distance: matches.distances[at] ?? 0,
    }));
  }

  /**
   * Copies the entries that match the filter into the scratch space. Returns their
   * positions within the block.
   */
  #gather(
    number: number,
    used: number,
    filter: readonly FilterWords[],
  ): number[] {
    const { dimensions, filterBytes } = this.#shape;
    const { vectors, filters } = this.#block(number);
    const passing: number[] = [];
    for (let at = 0; at < used; at += 1) {
      if (!passes(filters, at * filterBytes, filter)) continue;
      const from = at * dimensions;
      const own = vectors.subarray(from, from + dimensions);
      this.#passing.set(own, passing.length * dimensions);
      passing.push(at);
    }
    return passing;
  }

  #append(row: number): number {
    if (this.isFull) {
      this.#blocks.push({
        vectors: this.#numbers(ROWS_PER_BLOCK),
        filters: new Uint8Array(ROWS_PER_BLOCK * this.#shape.filterBytes),
      });
    }
    const position = this.#rows.length;
    this.#rows.push(row);
    this.#positions.set(row, position);
    return position;
  }

  #copy(from: number, to: number): void {
    if (from === to) return;
    const { dimensions, filterBytes } = this.#shape;
    const source = this.#find(from);
    const target = this.#find(to);
    copyWithin(source, target, "vectors", dimensions);
    copyWithin(source, target, "filters", filterBytes);
  }

  #find(position: number): Place {
    const number = Math.floor(position / ROWS_PER_BLOCK);
    return { block: this.#block(number), at: position % ROWS_PER_BLOCK };
  }

  #block(number: number): Block {
    const block = this.#blocks[number];
    if (block === undefined) throw new Error(`There is no block ${number}.`);
    return block;
  }

  #numbers(rows: number): Numbers {
    const length = rows * this.#shape.dimensions;
    return this.#isOfBytes ? new Int8Array(length) : new Float32Array(length);
  }

  get #isOfBytes(): boolean {
    return this.#shape.dimensions >= MIN_DIMENSIONS_OF_BYTES;
  }

  /** Returns a separate array, because usearch reads from the start of the buffer. */
  #stored(vector: Float32Array): Numbers {
    return this.#isOfBytes ? bytesOf(vector) : new Float32Array(vector);
  }
}

/**
 * Scales each vector to the full range of a byte. Only the angle between vectors
 * counts, and their length does not change it.
 */
function bytesOf(vector: Float32Array): Int8Array<ArrayBuffer> {
  const bytes = new Int8Array(vector.length);
  const scale = MAX_BYTE / largest(vector);
  for (let at = 0; at < vector.length; at += 1) {
    bytes[at] = Math.round((vector[at] ?? 0) * scale);
  }
  return bytes;
}

interface Place {
  readonly block: Block;
  readonly at: number;
}

function copyWithin(
  source: Place,
  target: Place,
  part: keyof Block,
  length: number,
): void {
  const from = source.at * length;
  const own = source.block[part].subarray(from, from + length);
  target.block[part].set(own, target.at * length);
}

function largest(vector: Float32Array): number {
  let size = 0;
  for (const value of vector) size = Math.max(size, Math.abs(value));
  return size === 0 ? 1 : size;
}

function beginning({ buffer, BYTES_PER_ELEMENT }: Numbers, length: number) {
  return BYTES_PER_ELEMENT === 1
    ? new Int8Array(buffer, 0, length)
    : new Float32Array(buffer, 0, length);
}

function passes(
  filters: Uint8Array,
  start: number,
  filter: readonly FilterWords[],
): boolean {
  for (const { offsetBytes, digest } of filter) {
    let at = 0;
    while (
      at < digest.length &&
      digest[at] === filters[start + offsetBytes + at]
    ) {
      at += 1;
    }
    if (at === digest.length) return true;
  }
  return false;
}

function best(found: Near[], count: number): Near[] {
  return found.sort((a, b) => a.distance - b.distance).slice(0, count);
}
