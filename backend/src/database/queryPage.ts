/**
 * Reads one page of a query: the rows after `cursor`, either up to `pageSize`
 * of them or everything up to and including `endCursor`.
 */
import { keyAfter } from "../values/keys.ts";
import {
  DatabaseError,
  type Interval,
  type Page,
  type PageRequest,
} from "./contract.ts";
import { type Cursors, END_CURSOR, type QueryCursors } from "./cursors.ts";
import { UnmeasuredTexts } from "./documentSizes.ts";
import type { RowSource, ScanContext } from "./indexScan.ts";
import { Pipeline } from "./pipeline.ts";
import type { QueryPlan } from "./queryPlan.ts";

/** @throws DatabaseError for an invalid cursor or a negative page size */
export function readPage(
  context: ScanContext,
  cursors: Cursors,
  plan: QueryPlan,
  request: PageRequest,
): Page {
  if (!(request.pageSize >= 0)) {
    throw new DatabaseError(
      `\`numItems\` must not be negative, got ${request.pageSize}.`,
    );
  }
  const { cursor, endCursor } = request;
  if (cursor === END_CURSOR) return endPage();
  const own = cursors.of(plan);
  const start = cursor === null ? null : own.decode(cursor);
  const end =
    endCursor === null || endCursor === END_CURSOR
      ? null
      : own.decode(endCursor);
  const range = cutRange(plan, start, end);
  const scan = plan.open(context, range, expectedRows(plan, request));
  return new PageReader(plan, request, own, start).read(scan);
}

function endPage(): Page {
  return {
    page: [],
    isDone: true,
    continueCursor: END_CURSOR,
    splitCursor: null,
    pageStatus: null,
  };
}

function cutRange(
  { range, order }: QueryPlan,
  start: string | null,
  end: string | null,
): Interval {
  let { low, high } = range;
  if (order === "asc") {
    if (start !== null) low = maximum(low, keyAfter(start));
    if (end !== null) high = minimum(high, keyAfter(end));
  } else {
    if (start !== null) high = minimum(high, start);
    if (end !== null) low = maximum(low, end);
  }
  return { low, high };
}

function maximum(a: string, b: string): string {
  return a > b ? a : b;
}

function minimum(a: string, b: string): string {
  return a < b ? a : b;
}

function expectedRows(
  plan: QueryPlan,
  request: PageRequest,
): number | undefined {
  const isFiltered = plan.operators.some(({ kind }) => kind === "filter");
  if (isFiltered || request.endCursor !== null) return undefined;
  // One more row shows whether this is the last page.
  return Math.ceil(request.pageSize) + 1;
}

class PageReader {
  readonly #plan: QueryPlan;
  readonly #request: PageRequest;
  readonly #cursors: QueryCursors;
  readonly #start: string | null;
  readonly #pipeline: Pipeline;
  readonly #page: string[] = [];
  readonly #keysRead: string[] = [];
  /** Rows read so far whose size is not known yet. Used if the page has a byte limit. */
  readonly #unmeasured = new UnmeasuredTexts();
  /** Size of the rows that have been measured. */
  #bytesRead = 0;

  constructor(
    plan: QueryPlan,
    request: PageRequest,
    cursors: QueryCursors,
    start: string | null,
  ) {
    this.#plan = plan;
    this.#request = request;
    this.#cursors = cursors;
    this.#start = start;
    this.#pipeline = new Pipeline(plan.operators);
  }

  read(scan: RowSource): Page {
    const { endCursor } = this.#request;
    for (;;) {
      if (this.#isOverLimit)
        return this.#finish(this.#position(), "SplitRequired");
      if (endCursor === null && this.#isFull) {
        const isLast = this.#page.length > 0 && scan.next() === null;
        return this.#finish(isLast ? END_CURSOR : this.#position(), null);
      }
      if (this.#pipeline.isExhausted) return this.#finish(END_CURSOR, null);
      const row = scan.next();
      if (row === null) {
        return this.#finish(endCursor ?? END_CURSOR, this.#growth());
      }
      this.#keysRead.push(row.key);
      this.#countBytes(row.json);
      if (this.#pipeline.accepts(row.json)) this.#page.push(row.json);
    }
  }

  get #isFull(): boolean {
    return this.#page.length >= this.#request.pageSize;
  }

  get #isOverLimit(): boolean {
    if (this.#keysRead.length === 0) return false;
    const { maximumRowsRead } = this.#request;
    return (
      (maximumRowsRead !== undefined &&
        this.#keysRead.length >= maximumRowsRead) ||
      this.#hasReadMaximumBytes
    );
  }

  #countBytes(json: string): void {
    if (this.#request.maximumBytesRead === undefined) return;
    this.#unmeasured.add(json);
  }

  /** Measures rows only near the limit, because measuring means parsing. */
  get #hasReadMaximumBytes(): boolean {
    const { maximumBytesRead } = this.#request;
    if (maximumBytesRead === undefined) return false;
    if (this.#bytesRead + this.#unmeasured.maxBytes < maximumBytesRead)
      return false;
    this.#bytesRead += this.#unmeasured.take();
    return this.#bytesRead >= maximumBytesRead;
  }

  /**
   * Recommends a split when a page with two fixed cursors has more than doubled
   * through inserts.
   */
  #growth(): "SplitRecommended" | null {
    const isBig = this.#page.length > 2 * Math.max(this.#request.pageSize, 1);
    return this.#request.endCursor !== null && isBig
      ? "SplitRecommended"
      : null;
  }

  #position(): string {
    const last = this.#keysRead[this.#keysRead.length - 1] ?? this.#start;
    const { range, order } = this.#plan;
    const beforeAll = order === "asc" ? "" : range.high;
    return this.#cursors.encode(last ?? beforeAll);
  }

  #finish(continueCursor: string, pageStatus: Page["pageStatus"]): Page {
    const middle = this.#keysRead[(this.#keysRead.length - 1) >> 1];
    const isSplittable = pageStatus !== null && this.#keysRead.length >= 2;
    return {
      page: this.#page,
      isDone: continueCursor === END_CURSOR,
      continueCursor,
      splitCursor:
        isSplittable && middle !== undefined
          ? this.#cursors.encode(middle)
          : null,
      pageStatus,
    };
  }
}
