/**
 * Runs filters and limits over rows. Parses a row's JSON only if a filter needs
 * it.
 */
import type { ConvexJsonObject } from "../values/convexJson.ts";
import { FilterError } from "../values/filters.ts";
import { DatabaseError } from "./contract.ts";
import type { Operator } from "./queryPlan.ts";

export class Pipeline {
  readonly #operators: readonly Operator[];
  /** Rows that each limit still lets through; Infinity for filters. */
  readonly #left: number[];

  constructor(operators: readonly Operator[]) {
    this.#operators = operators;
    this.#left = operators.map((operator) =>
      operator.kind === "limit" ? operator.limit : Infinity,
    );
  }

  /** True once a limit is used up, so no more rows can pass. */
  get isExhausted(): boolean {
    return this.#left.includes(0);
  }

  /** Upper bound on the rows to read, if a limit comes before any filter. */
  get expectedRows(): number | undefined {
    let expected: number | undefined;
    for (const operator of this.#operators) {
      if (operator.kind === "filter") break;
      expected = Math.min(expected ?? Infinity, operator.limit);
    }
    return expected;
  }

  /**
   * Passes one row through all operators and counts it against the limits. Call
   * this once per row, in order.
   */
  accepts(json: string): boolean {
    let document: ConvexJsonObject | null = null;
    for (let i = 0; i < this.#operators.length; i++) {
      const operator = this.#operators[i];
      if (operator === undefined) break;
      if (operator.kind === "limit") {
        this.#left[i] = (this.#left[i] ?? 0) - 1;
      } else {
        // Stored texts are always documents.
        document ??= JSON.parse(json) as ConvexJsonObject;
        if (!passes(operator.filter, document)) return false;
      }
    }
    return true;
  }
}

function passes(
  filter: (document: ConvexJsonObject) => boolean,
  document: ConvexJsonObject,
): boolean {
  try {
    return filter(document);
  } catch (error) {
    if (error instanceof FilterError) throw new DatabaseError(error.message);
    throw error;
  }
}
