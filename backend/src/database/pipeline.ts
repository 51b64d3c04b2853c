/** Runs filters and limits over rows, parsing a row's JSON only when a filter asks. */
import type { ConvexJsonObject } from "../values/convexJson.ts";
import { FilterError } from "../values/filters.ts";
import { DatabaseError } from "./contract.ts";
import type { Operator } from "./queryPlan.ts";

export class Pipeline {
  readonly #operators: readonly Operator[];
  /** How many more each limit lets through; unused for filters. */
  readonly #left: number[];

  constructor(operators: readonly Operator[]) {
    this.#operators = operators;
    this.#left = operators.map((operator) =>
      operator.kind === "limit" ? operator.limit : Infinity,
    );
  }

  /** No further row can come through. */
  get isExhausted(): boolean {
    return this.#left.includes(0);
  }

  /** Rows to read at most, if no filter comes before the first limit. */
  get expectedRows(): number | undefined {
    let expected: number | undefined;
    for (const operator of this.#operators) {
      if (operator.kind === "filter") break;
      expected = Math.min(expected ?? Infinity, operator.limit);
    }
    return expected;
  }

  accepts(json: string): boolean {
    let document: ConvexJsonObject | null = null;
    for (let i = 0; i < this.#operators.length; i++) {
      const operator = this.#operators[i];
      if (operator === undefined) break;
      if (operator.kind === "limit") {
        this.#left[i] = (this.#left[i] ?? 0) - 1;
      } else {
        // Stored texts are documents.
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
