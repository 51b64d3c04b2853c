/**
 * A vector index: what it stores for a document, and how similar two vectors
 * are.
 */
import { hash } from "node:crypto";
import { jsonToConvex } from "convex/values";
import type {
  StoredVectorIndex,
  VectorEntry,
} from "../storage/vectorStorage.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { fieldAt } from "../values/fieldPath.ts";
import { encodeKey } from "../values/keys.ts";

/** Size of the digest stored in place of a filter field's value. */
export const FILTER_BYTES = 16;

export type VectorIndexSpec = Pick<
  StoredVectorIndex,
  "name" | "vectorField" | "dimensions" | "filterFields"
>;

export class VectorIndexInfo implements VectorIndexSpec {
  readonly id: number;
  readonly name: string;
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
  readonly #vectorPath: readonly string[];
  readonly #filterPaths: readonly (readonly string[])[];

  constructor(spec: VectorIndexSpec & { id: number }) {
    this.id = spec.id;
    this.name = spec.name;
    this.vectorField = spec.vectorField;
    this.dimensions = spec.dimensions;
    this.filterFields = spec.filterFields;
    this.#vectorPath = spec.vectorField.split(".");
    this.#filterPaths = spec.filterFields.map((field) => field.split("."));
  }

  stored(tableNumber: number): StoredVectorIndex {
    const { id, name, vectorField, dimensions, filterFields } = this;
    return { id, tableNumber, name, vectorField, dimensions, filterFields };
  }

  isAs({ name, vectorField, dimensions, filterFields }: VectorIndexSpec) {
    return (
      name === this.name &&
      vectorField === this.vectorField &&
      dimensions === this.dimensions &&
      filterFields.join() === this.filterFields.join()
    );
  }

  /**
   * Returns what the index stores for a document. Null if its field is not a
   * vector of finite numbers with the right dimensions; the document is then
   * not in the index.
   */
  entry(document: ConvexJsonObject): VectorEntry | null {
    const value = fieldAt(document, this.#vectorPath);
    const vector = vectorOf(value, this.dimensions);
    if (vector === null) return null;
    const filters = new Uint8Array(this.#filterPaths.length * FILTER_BYTES);
    for (const [at, path] of this.#filterPaths.entries()) {
      filters.set(filterDigest(fieldAt(document, path)), at * FILTER_BYTES);
    }
    return { vector, filters };
  }
}

/**
 * Returns null unless `value` is an array of `dimensions` numbers, all finite
 * in single precision.
 */
export function vectorOf(
  value: ConvexJson | undefined,
  dimensions: number,
): Float32Array | null {
  if (!Array.isArray(value) || value.length !== dimensions) return null;
  const vector = new Float32Array(dimensions);
  for (const [at, element] of value.entries()) {
    vector[at] = numberOf(element);
    if (!Number.isFinite(vector[at])) return null;
  }
  return vector;
}

/** Returns NaN for anything but a float64. */
function numberOf(element: ConvexJson): number {
  if (typeof element === "number") return element;
  // Negative zero and other special floats are encoded as objects.
  if (typeof element !== "object" || element === null) return NaN;
  if (!("$float" in element)) return NaN;
  const value = jsonToConvex(element);
  return typeof value === "number" ? value : NaN;
}

/**
 * Equal values have equal digests; different values practically never do.
 * `undefined` stands for a missing field.
 */
export function filterDigest(value: ConvexJson | undefined): Uint8Array {
  const digest = hash("sha256", encodeKey(value), "buffer");
  return digest.subarray(0, FILTER_BYTES);
}

export function isSameEntry(one: VectorEntry, other: VectorEntry): boolean {
  return isSame(one.filters, other.filters) && isSame(one.vector, other.vector);
}

type Numbers = Uint8Array | Float32Array;

function isSame(one: Numbers, other: Numbers): boolean {
  return one.every((value, at) => value === other[at]);
}

/** Returns a value from -1 to 1, or 0 if either is the zero vector. */
export function cosineSimilarity(
  one: Float32Array,
  other: Float32Array,
): number {
  let product = 0;
  let squares = 0;
  let otherSquares = 0;
  for (let at = 0; at < one.length; at += 1) {
    const a = one[at] ?? 0;
    const b = other[at] ?? 0;
    product += a * b;
    squares += a * a;
    otherSquares += b * b;
  }
  const lengths = Math.sqrt(squares) * Math.sqrt(otherSquares);
  if (lengths === 0) return 0;
  return Math.max(-1, Math.min(1, product / lengths));
}

/**
 * One `q.eq`: the digest that an entry must have at this offset in its filters.
 */
export interface FilterTerm {
  readonly offsetBytes: number;
  readonly digest: Uint8Array;
}

export interface VectorQuery {
  readonly index: VectorIndexInfo;
  readonly vector: Float32Array;
  readonly limit: number;
  /** At least one term must match; null matches every document in the index. */
  readonly filter: readonly FilterTerm[] | null;
}
