/** What one transaction has used, and the limits of Convex for it. */
import {
  DatabaseError,
  type TransactionUsage,
  type UsageMeter,
} from "./contract.ts";

type Measure = keyof TransactionUsage;

export const LIMITS: TransactionUsage = {
  bytesRead: 16 << 20,
  bytesWritten: 16 << 20,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  databaseQueries: 4_096,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 << 20,
};

const READ_LESS =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

const REFUSALS: Record<Measure, (limit: number) => string> = {
  bytesRead: (limit) =>
    `Too many bytes read in a single function execution (limit: ${limit} bytes). ${READ_LESS}`,
  documentsRead: (limit) =>
    `Too many documents read in a single function execution (limit: ${limit}). ${READ_LESS}`,
  databaseQueries: (limit) =>
    `Too many reads in a single function execution (limit: ${limit}).`,
  bytesWritten: (limit) =>
    `Too many bytes written in a single function execution (limit: ${limit} bytes).`,
  documentsWritten: (limit) =>
    `Too many documents written in a single function execution (limit: ${limit}).`,
  functionsScheduled: (limit) =>
    `Too many functions scheduled by this mutation (limit: ${limit}).`,
  scheduledFunctionArgsBytes: (limit) =>
    `Too large total size of the arguments of scheduled functions from this mutation (limit: ${limit} bytes).`,
};

/** Bytes are counted as characters of the JSON text. */
export class TransactionMeter implements UsageMeter {
  #used: TransactionUsage = {
    bytesRead: 0,
    bytesWritten: 0,
    documentsRead: 0,
    documentsWritten: 0,
    databaseQueries: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
  };
  /** How far `#used` may go, and the limit to name when it would go further. */
  #ceiling = LIMITS;
  #limits = LIMITS;

  get used(): Readonly<TransactionUsage> {
    return this.#used;
  }

  remaining(measure: Measure): number {
    return Math.max(0, this.#ceiling[measure] - this.#used[measure]);
  }

  add(measure: Measure, amount: number): void {
    this.#used[measure] += amount;
    if (this.#used[measure] <= this.#ceiling[measure]) return;
    throw new DatabaseError(REFUSALS[measure](this.#limits[measure]));
  }

  read(json: string): void {
    this.add("bytesRead", json.length);
    this.add("documentsRead", 1);
  }

  written(json: string): void {
    this.add("bytesWritten", json.length);
    this.add("documentsWritten", 1);
  }

  lower(limits: Partial<TransactionUsage>): () => void {
    const [outerCeiling, outerLimits] = [this.#ceiling, this.#limits];
    this.#ceiling = { ...outerCeiling };
    this.#limits = { ...outerLimits };
    // The names are those of `LIMITS`.
    for (const measure of Object.keys(LIMITS) as Measure[]) {
      const limit = limits[measure];
      if (limit === undefined || limit >= this.remaining(measure)) continue;
      this.#ceiling[measure] = this.#used[measure] + limit;
      this.#limits[measure] = limit;
    }
    return () => {
      this.#ceiling = outerCeiling;
      this.#limits = outerLimits;
    };
  }

  snapshot(): TransactionUsage {
    return { ...this.#used };
  }

  /** What was read stays read; what was written or scheduled was not. */
  takeBackWrites(before: TransactionUsage): void {
    const { bytesRead, documentsRead, databaseQueries } = this.#used;
    this.#used = { ...before, bytesRead, documentsRead, databaseQueries };
  }
}
