/**
 * Test support: random queries ("readings") of a small database for live query
 * tests, how to execute each, and whether a write can affect its result.
 */
import fc from "fast-check";
import type { QueryJson, Transaction } from "../../src/database/contract.ts";
import { collect, indexQuery, parse, tableSchema } from "./testDatabase.ts";
import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../src/values/convexJson.ts";
import { encodeKey } from "../../src/values/keys.ts";

export const TABLES = [
  tableSchema("rows", { by_owner_and_rank: ["owner", "rank"] }),
  tableSchema("links", { by_rank: ["rank"] }),
];

/** Rows of one owner whose rank lies between the bounds, which are excluded. */
interface Range {
  readonly owner: number;
  readonly above: number | null;
  readonly below: number | null;
  readonly order: "asc" | "desc";
}

export type Reading =
  | { readonly kind: "range"; range: Range; take: number | null; tag: boolean }
  | { readonly kind: "count"; range: Range }
  | { readonly kind: "page"; range: Range; size: number }
  /** Reads the first row of the range, then the links with its rank. */
  | { readonly kind: "join"; range: Range }
  | { readonly kind: "get"; id: string };

/**
 * A `Reading` before its document is known: `pick` selects one of the documents
 * inserted so far.
 */
export type DrawnReading =
  Exclude<Reading, { kind: "get" }> | { readonly kind: "get"; pick: number };

const owner = fc.nat({ max: 2 });
const rank = fc.nat({ max: 5 });
const range: fc.Arbitrary<Range> = fc.record({
  owner,
  above: fc.option(rank),
  below: fc.option(rank),
  order: fc.constantFrom("asc", "desc"),
});

export const drawnReading: fc.Arbitrary<DrawnReading> = fc.oneof(
  fc.record({
    kind: fc.constant("range"),
    range,
    take: fc.option(fc.integer({ min: 1, max: 3 })),
    tag: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("count"), range }),
  fc.record({
    kind: fc.constant("page"),
    range,
    size: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant("join"), range }),
  fc.record({ kind: fc.constant("get"), pick: fc.nat({ max: 9 }) }),
);

export type Write =
  | { readonly act: "insert"; table: "rows" | "links"; fields: Fields }
  | { readonly act: "patch"; pick: number; fields: Partial<Fields> }
  | { readonly act: "remove"; pick: number };

type Fields = { readonly owner: number; rank: number; tag: boolean };

const fields = { owner, rank, tag: fc.boolean() };

export const write: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("insert"),
      table: fc.constantFrom("rows", "rows", "links"),
      fields: fc.record(fields),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("patch"),
      pick: fc.nat({ max: 30 }),
      fields: fc.record(fields, { requiredKeys: [] }),
    }),
  },
  fc.record({ act: fc.constant("remove"), pick: fc.nat({ max: 30 }) }),
);

export interface Page {
  readonly value: ConvexJson;
  readonly endCursor: string | null;
}

/**
 * Executes a reading. Yields between its reads, so that a commit can happen
 * there. `endCursor` is where an earlier execution of a page ended.
 */
export function* execute(
  transaction: Transaction,
  reading: Reading,
  endCursor: string | null,
): Generator<void, Page> {
  switch (reading.kind) {
    case "get": {
      const json = transaction.get("", reading.id);
      return value(json === null ? null : parse(json));
    }
    case "count":
      return value(collect(transaction, rangeQuery(reading.range)).length);
    case "range": {
      const { range, take, tag } = reading;
      const isTagged: ConvexJsonObject = {
        $eq: [{ $field: "tag" }, { $literal: true }],
      };
      const query = rangeQuery(range, tag ? [{ filter: isTagged }] : []);
      return value(collect(transaction, query, take ?? Infinity));
    }
    case "join": {
      const query = rangeQuery(reading.range);
      const [first] = collect(transaction, query, 1);
      if (first === undefined) return value(null);
      yield;
      const links = indexQuery("links.by_rank", {
        rank: ["Eq", first.rank ?? null],
      });
      return value([first, collect(transaction, links)]);
    }
    case "page": {
      const { page, isDone, continueCursor } = transaction.page("", {
        query: rangeQuery(reading.range),
        cursor: null,
        endCursor,
        pageSize: reading.size,
      });
      return {
        value: { page: page.map(parse), isDone },
        endCursor: continueCursor,
      };
    }
  }
}

function value(json: ConvexJson): Page {
  return { value: json, endCursor: null };
}

function rangeQuery(
  { owner, above, below, order }: Range,
  operators: ConvexJsonObject[] = [],
): QueryJson {
  const bounds: ["Gt" | "Lt", ConvexJson][] = [];
  if (above !== null) bounds.push(["Gt", above]);
  if (below !== null) bounds.push(["Lt", below]);
  return indexQuery(
    "rows.by_owner_and_rank",
    { owner: ["Eq", owner], rank: bounds },
    order,
    operators,
  );
}

/** A document before or after a write. */
export interface Version {
  readonly at: { readonly table: "rows" | "links"; readonly id: string };
  readonly document: ConvexJsonObject;
}

/**
 * Returns true if a commit of this version cannot change the `shown` result.
 * Rows after the last row that was asked for count as rows that cannot change
 * it.
 */
export function isElsewhere(
  reading: Reading,
  shown: ConvexJson,
  { at, document }: Version,
): boolean {
  if (reading.kind === "get") return at.id !== reading.id;
  if (at.table === "links") {
    if (reading.kind !== "join" || !Array.isArray(shown)) return true;
    const [first] = shown as ConvexJsonObject[]; // as `execute` gives it
    return first?.rank !== document.rank;
  }
  const last = lastRead(reading, shown);
  return (
    !isWithin(reading.range, document) ||
    (last !== null && isBehind(reading.range, document, last))
  );
}

/**
 * Returns the last row that was read, or null if the range was read to its end
 * or the result does not show how far.
 */
function lastRead(
  reading: Reading,
  shown: ConvexJson,
): ConvexJsonObject | null {
  if (!Array.isArray(shown)) return null;
  const rows = shown as ConvexJsonObject[]; // as `execute` gives it
  if (reading.kind === "join") return rows[0] ?? null;
  if (reading.kind !== "range" || rows.length !== reading.take) return null;
  return rows.at(-1) ?? null;
}

function isWithin(
  { owner, above, below }: Range,
  document: ConvexJsonObject,
): boolean {
  const rank = Number(document.rank);
  return (
    document.owner === owner &&
    (above === null || rank > above) &&
    (below === null || rank < below)
  );
}

function isBehind(
  { order }: Range,
  document: ConvexJsonObject,
  last: ConvexJsonObject,
): boolean {
  const keys = [document, last].map(({ rank, _creationTime, _id }) =>
    encodeKeys([rank, _creationTime, _id]),
  );
  const [own = "", of = ""] = keys;
  return order === "asc" ? own > of : own < of;
}

function encodeKeys(values: (ConvexJson | undefined)[]): string {
  return values.map((value) => encodeKey(value ?? null)).join("");
}
