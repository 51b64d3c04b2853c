/** Computes sizes of documents as Convex counts them, from their JSON text. */
import { type Value, getConvexSize, jsonToConvex } from "convex/values";
import type { ConvexJson } from "../values/convexJson.ts";

/**
 * Upper bound on a value's bytes per character of its JSON text. The worst case
 * is a one-digit number: one character, nine bytes.
 */
const MAX_BYTES_PER_CHARACTER = 9;

/**
 * @returns the size in bytes, as `getConvexSize` of `convex/values` counts it
 */
export function convexSizeBytes(json: ConvexJson): number {
  return getConvexSize(jsonToConvex(json) satisfies Value);
}

/**
 * Texts that have not been measured yet. Measuring means parsing, which a
 * transaction far below its limits never needs.
 */
export class UnmeasuredTexts {
  #texts: string[] = [];
  #characters = 0;

  add(json: string): void {
    this.#texts.push(json);
    this.#characters += json.length;
  }

  /** Upper bound on the result of `take`. */
  get maxBytes(): number {
    return this.#characters * MAX_BYTES_PER_CHARACTER;
  }

  /** Returns the total size in bytes and forgets the texts. */
  take(): number {
    let sizeBytes = 0;
    for (const json of this.#texts)
      sizeBytes += convexSizeBytes(JSON.parse(json) as ConvexJson);
    this.#texts = [];
    this.#characters = 0;
    return sizeBytes;
  }
}
