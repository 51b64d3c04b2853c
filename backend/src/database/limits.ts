/** Counts what one transaction uses and enforces Convex's limits on it. */
import {
  DatabaseError,
  type TransactionUsage,
  type UsageMeter,
} from "./contract.ts";
import { UnmeasuredTexts } from "./documentSizes.ts";

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

// `LIMITS` has exactly these names.
const MEASURES = Object.keys(LIMITS) as Measure[];

const NOTHING: Readonly<TransactionUsage> = {
  bytesRead: 0,
  bytesWritten: 0,
  documentsRead: 0,
  documentsWritten: 0,
  databaseQueries: 0,
  functionsScheduled: 0,
  scheduledFunctionArgsBytes: 0,
};

/** The wording is Convex's own. */
const REFUSALS: Record<Measure, string> = {
  bytesRead: "Read too much data in a single function execution",
  documentsRead: "Scanned too many documents in a single function execution",
  databaseQueries: "Too many index ranges read in a single function execution",
  bytesWritten: "Wrote too much data in a single function execution",
  documentsWritten: "Wrote too many documents in a single function execution",
  functionsScheduled:
    "Scheduled too many functions in a single function execution",
  scheduledFunctionArgsBytes:
    "Scheduled function arguments too large in a single function execution",
};

/**
 * Counts as Convex does: bytes by `getConvexSize`, reads by the distinct index
 * ranges they touch, so that reading the same range again is free.
 *
 * Exact counts are expensive, so they are taken only on request or near a
 * limit. Until then this keeps a cheap upper bound.
 */
export class TransactionMeter implements UsageMeter {
  readonly #countRanges: () => number;
  readonly #textsRead = new UnmeasuredTexts();
  readonly #textsWritten = new UnmeasuredTexts();
  /** Reads since the ranges were last counted. */
  #uncountedReads = 0;
  readonly #used = { ...NOTHING };
  /** The maximum of `#used`. `#limits` holds the limits that errors name. */
  #ceiling = LIMITS;
  #limits = LIMITS;
  /**
   * The ceiling and limits before each `lower` that has not ended, outermost first.
   */
  readonly #outer: { ceiling: TransactionUsage; limits: TransactionUsage }[] =
    [];

  /**
   * @param countRanges returns how many distinct index ranges the transaction
   * has read
   */
  constructor(countRanges: () => number) {
    this.#countRanges = countRanges;
  }

  get used(): Readonly<TransactionUsage> {
    this.#measureReads();
    this.#countReads();
    this.#measureWrites();
    return this.#used;
  }

  remaining(measure: Measure): number {
    return Math.max(0, this.#ceiling[measure] - this.used[measure]);
  }

  add(measure: Measure, amount: number): void {
    this.#used[measure] += amount;
    this.#require(measure);
  }

  /** Counts a range that is about to be read or has just been read. */
  queried(): void {
    this.#uncountedReads += 1;
    const atMost = this.#used.databaseQueries + this.#uncountedReads;
    if (atMost <= this.#ceiling.databaseQueries) return;
    this.#countReads();
    this.#require("databaseQueries");
  }

  read(json: string): void {
    this.#textsRead.add(json);
    this.add("documentsRead", 1);
    const atMost = this.#used.bytesRead + this.#textsRead.maxBytes;
    if (atMost <= this.#ceiling.bytesRead) return;
    this.#measureReads();
    this.#require("bytesRead");
  }

  /** @param json null for a deletion */
  written(json: string | null): void {
    if (json !== null) this.#textsWritten.add(json);
    this.add("documentsWritten", 1);
    const atMost = this.#used.bytesWritten + this.#textsWritten.maxBytes;
    if (atMost <= this.#ceiling.bytesWritten) return;
    this.#measureWrites();
    this.#require("bytesWritten");
  }

  lower(limits: Partial<TransactionUsage>): () => void {
    const before = { ceiling: this.#ceiling, limits: this.#limits };
    this.#outer.push(before);
    this.#ceiling = { ...before.ceiling };
    this.#limits = { ...before.limits };
    for (const measure of MEASURES) {
      const limit = limits[measure];
      if (limit === undefined || limit >= this.remaining(measure)) continue;
      this.#ceiling[measure] = this.used[measure] + limit;
      this.#limits[measure] = limit;
    }
    return () => {
      const depth = this.#outer.indexOf(before);
      if (depth === -1) return;
      this.#outer.length = depth;
      this.#ceiling = before.ceiling;
      this.#limits = before.limits;
    };
  }

  /**
   * Returns a state for `takeBackWrites`. Its counts of reads may be out of
   * date.
   */
  snapshot(): TransactionUsage {
    this.#measureWrites();
    return { ...this.#used };
  }

  /**
   * Stops counting the writes and scheduled functions since `before`. Reads still
   * count.
   */
  takeBackWrites(before: TransactionUsage): void {
    const { bytesRead, documentsRead, databaseQueries } = this.#used;
    this.#textsWritten.take();
    Object.assign(this.#used, before, {
      bytesRead,
      documentsRead,
      databaseQueries,
    });
  }

  #measureReads(): void {
    this.#used.bytesRead += this.#textsRead.take();
  }

  #measureWrites(): void {
    this.#used.bytesWritten += this.#textsWritten.take();
  }

  #countReads(): void {
    if (this.#uncountedReads === 0) return;
    this.#uncountedReads = 0;
    this.#used.databaseQueries = this.#countRanges();
  }

  #require(measure: Measure): void {
    if (this.#used[measure] <= this.#ceiling[measure]) return;
    const unit = /bytes/i.test(measure) ? " bytes" : "";
    throw new DatabaseError(
      `${REFUSALS[measure]} (limit: ${this.#limits[measure]}${unit}). ` +
        "This is a Convex limit: https://docs.convex.dev/production/state/limits",
    );
  }
}
