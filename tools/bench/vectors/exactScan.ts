/**
 * The floor of vector search: all vectors in one array, scanned one after the
 * other.
 */
import { DIMENSIONS, embedding, KINDS } from "./embeddings.ts";

export class ExactScan {
  readonly #vectors: Float32Array;
  readonly #lengths: Float64Array;

  constructor(count: number) {
    this.#vectors = new Float32Array(count * DIMENSIONS);
    this.#lengths = new Float64Array(count);
    for (let number = 0; number < count; number += 1) {
      const vector = embedding(number);
      this.#vectors.set(vector, number * DIMENSIONS);
      this.#lengths[number] = Math.hypot(...vector);
    }
  }

  /** Returns the numbers of the most similar vectors, nearest first. */
  nearest(
    query: readonly number[],
    count: number,
    kind: number | null = null,
  ): number[] {
    const scores: { number: number; score: number }[] = [];
    for (let number = 0; number < this.#lengths.length; number += 1) {
      if (kind !== null && number % KINDS !== kind) continue;
      const score = this.#product(query, number) / (this.#lengths[number] ?? 1);
      scores.push({ number, score });
    }
    scores.sort((a, b) => b.score - a.score);
    return scores.slice(0, count).map(({ number }) => number);
  }

  /** Keeps four separate sums, which V8 runs in parallel. */
  #product(query: readonly number[], number: number): number {
    const vectors = this.#vectors;
    const start = number * DIMENSIONS;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < DIMENSIONS; at += 4) {
      const from = start + at;
      a += (vectors[from] ?? 0) * (query[at] ?? 0);
      b += (vectors[from + 1] ?? 0) * (query[at + 1] ?? 0);
      c += (vectors[from + 2] ?? 0) * (query[at + 2] ?? 0);
      d += (vectors[from + 3] ?? 0) * (query[at + 3] ?? 0);
    }
    return a + b + c + d;
  }
}
