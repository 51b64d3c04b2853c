/**
 * The results of a text search, most relevant first, followed by matches among the
 * transaction's own writes. A search depends on the whole table. Documents that
 * storage could not filter out count as read.
 */
import type { SearchMatch } from "../storage/searchStorage.ts";
import type { StoredRow } from "../storage/storage.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import { encodeKey, KEY_MAX } from "../values/keys.ts";
import type { TableInfo } from "./catalog.ts";
import type { Interval } from "./contract.ts";
import type { RowSource, ScanContext } from "./indexScan.ts";
import type { SearchExpression, SearchIndexInfo } from "./searchIndex.ts";

const MAX_RESULTS = 1024;
/**
 * Each chunk is this many times as long as the last, because fetching one ranks all
 * matches again.
 */
const GROWTH = 8;
const FIRST_CHUNK_ROWS = 128;

export interface SearchTarget {
  readonly table: TableInfo;
  readonly index: SearchIndexInfo;
  readonly expression: SearchExpression;
}

export class SearchScan implements RowSource {
  readonly #context: ScanContext;
  readonly #range: Interval;
  readonly #results: Iterator<string>;
  #position = 0;

  /**
   * `range` bounds the position of a result: the key of a row is its rank, from
   * 0.
   */
  constructor(context: ScanContext, target: SearchTarget, range: Interval) {
    this.#context = context;
    this.#range = range;
    this.#results = results(context, target);
    const { byId } = target.table;
    context.reads.addInterval(byId.id, { low: "", high: KEY_MAX });
  }

  next(): StoredRow | null {
    while (this.#position < MAX_RESULTS) {
      const result = this.#results.next();
      if (result.done === true) return null;
      const key = encodeKey(this.#position++);
      if (key < this.#range.low) continue;
      if (key >= this.#range.high) return null;
      this.#context.usage.read(result.value);
      return { key, json: result.value };
    }
    return null;
  }
}

function* results(
  context: ScanContext,
  target: SearchTarget,
): Generator<string> {
  const { table, expression } = target;
  const match = expression.stored;
  if (match === null) return;
  const { overlay } = context;
  for (const row of rankedRows(context, target.index, match)) {
    const found = context.storage.search.document(row);
    if (found === null || overlay.has(found.id)) continue;
    // Stored texts are always documents.
    const document = JSON.parse(found.json) as ConvexJsonObject;
    if (expression.passesFilters(document)) yield found.json;
    else context.usage.read(found.json);
  }
  for (const { table: own, after } of overlay.entries()) {
    if (own !== table || after === null) continue;
    if (expression.matches(after.document)) yield after.json;
  }
}

function* rankedRows(
  { storage }: ScanContext,
  index: SearchIndexInfo,
  match: SearchMatch,
): Generator<number> {
  let limit = FIRST_CHUNK_ROWS;
  for (let offset = 0; ; offset += limit, limit *= GROWTH) {
    const rows = storage.search.matches(index.id, match, { limit, offset });
    yield* rows;
    if (rows.length < limit) return;
  }
}
