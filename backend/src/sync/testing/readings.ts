/**
 * Readings of a small database: random ones for live queries, how each is
 * executed, and whether a write is any business of it. For tests.
 */
import fc from "fast-check";
import type { QueryJson, Transaction } from "../../database/contract.ts";
import {
  collect,
  indexQuery,
  parse,
  tableSchema,
} from "../../database/testing/testDatabase.ts";
import type { ConvexJson, ConvexJsonObject } from "../../values/convexJson.ts";
import { encodeKey } from "../../values/keys.ts";

export const TABLES = [
  tableSchema("rows", { by_owner_and_rank: ["owner", "rank"] }),
  tableSchema("links", { by_rank: ["rank"] }),
];

/** Those of one owner whose rank is within the bounds. */
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
  /** The first row, then the links of its rank. */
  | { readonly kind: "join"; range: Range }
  | { readonly kind: "get"; id: string };

/** `pick` is for one of the documents that there have been. */
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
 * Pauses between two reads by `yield`: a live query may meet a commit there.
 * `endCursor` is where an earlier execution of a page has ended.
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
 * Whether a commit of this version cannot matter to who was shown this result.
 * What comes after the last row that was asked for does not.
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

/** null: the range was read to its end, or it is not known how far. */
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
