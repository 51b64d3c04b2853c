/** Compares random histories of transactions with a plain list of documents. */
import { compareValues, convexToJson, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { fieldAt } from "../values/fieldPath.ts";
import type { NestedTransaction, Transaction } from "./contract.ts";
import {
  collect,
  indexQuery,
  openTestDatabase,
  parse,
  scanQuery,
  tableSchema,
} from "../../test/support/testDatabase.ts";

const field: fc.Arbitrary<ConvexJson> = fc
  .oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom(null, true, "a", "b", 1n, -0),
  )
  .map((value) => convexToJson(value));

const document = fc.record(
  { a: field, b: fc.record({ c: field }, { requiredKeys: [] }), x: fc.nat() },
  { requiredKeys: [] },
) as fc.Arbitrary<ConvexJsonObject>;

type Step =
  | { act: "insert"; document: ConvexJsonObject }
  | { act: "patch" | "replace"; pick: number; document: ConvexJsonObject }
  | { act: "remove"; pick: number }
  | { act: "nest" | "merge" | "rollback" | "commit" | "abandon" };

const pick = fc.nat({ max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("insert"), document }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom("patch", "replace"),
      pick,
      document,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("remove"), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom("nest", "merge", "rollback", "commit", "abandon"),
    }),
  },
);

type State = Map<string, ConvexJsonObject>;

/** The expected content: one state per open transaction level. */
class Model {
  committed: State = new Map();
  #levels: State[] = [new Map<string, ConvexJsonObject>()];

  get state(): State {
    const top = this.#levels[this.#levels.length - 1];
    if (top === undefined) throw new Error("no level");
    return top;
  }

  get depth(): number {
    return this.#levels.length - 1;
  }

  nest(): void {
    this.#levels.push(new Map(this.state));
  }

  merge(): void {
    const inner = this.state;
    this.#levels.splice(-2, 2, inner);
  }

  rollback(): void {
    this.#levels.pop();
  }

  commit(): void {
    this.committed = this.state;
    this.#levels = [new Map(this.committed)];
  }

  abandon(): void {
    this.#levels = [new Map(this.committed)];
  }
}

const TABLE = tableSchema("docs", { by_a_and_c: ["a", "b.c"], by_c: ["b.c"] });

const INDEXES: [name: string, fields: string[]][] = [
  ["by_a_and_c", ["a", "b.c", "_creationTime", "_id"]],
  ["by_c", ["b.c", "_creationTime", "_id"]],
  ["by_creation_time", ["_creationTime", "_id"]],
  ["by_id", ["_id"]],
];

class Run {
  readonly database = openTestDatabase({ tables: [TABLE] });
  readonly model = new Model();
  transaction: Transaction = this.database.begin();
  #nested: NestedTransaction[] = [];

  perform(step: Step): void {
    const { transaction, model } = this;
    switch (step.act) {
      case "insert": {
        const id = transaction.insert("", "docs", step.document);
        model.state.set(id, this.#stored(id));
        return;
      }
      case "patch":
      case "replace": {
        const id = this.#picked(step.pick);
        if (id === undefined) return;
        const { _id, _creationTime, ...fields } = model.state.get(id) ?? {};
        transaction[step.act]("", id, step.document);
        const kept = step.act === "patch" ? fields : {};
        model.state.set(id, {
          ...kept,
          ...step.document,
          _id: _id ?? null,
          _creationTime: _creationTime ?? null,
        });
        return;
      }
      case "remove": {
        const id = this.#picked(step.pick);
        if (id === undefined) return;
        transaction.remove("", id);
        model.state.delete(id);
        return;
      }
      case "nest":
        this.#nested.push(transaction.beginNested());
        return model.nest();
      case "merge":
        if (model.depth === 0) return;
        this.#nested.pop()?.commit();
        return model.merge();
      case "rollback":
        if (model.depth === 0) return;
        this.#nested.pop()?.rollback();
        return model.rollback();
      case "commit":
        return this.commit();
      case "abandon":
        transaction.end();
        this.transaction = this.database.begin();
        this.#nested = [];
        return model.abandon();
    }
  }

  commit(): void {
    while (this.model.depth > 0) {
      this.#nested.pop()?.commit();
      this.model.merge();
    }
    this.database.apply(this.transaction);
    this.database.flush();
    this.model.commit();
    this.transaction = this.database.begin();
  }

  #picked(pick: number): string | undefined {
    const ids = [...this.model.state.keys()];
    return ids[pick % Math.max(ids.length, 1)];
  }

  #stored(id: string): ConvexJsonObject {
    return parse(this.transaction.get("", id) ?? "{}");
  }

  /** Checks that every kind of read agrees with the model. */
  check(low: ConvexJson, high: ConvexJson): void {
    const documents = [...this.model.state.values()];
    for (const [name, fields] of INDEXES) {
      const sorted = documents.toSorted((a, b) => compareBy(fields, a, b));
      for (const order of ["asc", "desc"] as const) {
        const query = indexQuery(`docs.${name}`, {}, order);
        const expected = order === "asc" ? sorted : sorted.toReversed();
        expect(collect(this.transaction, query)).toEqual(expected);
      }
    }
    this.#checkRanges(documents, low, high);
    expect(this.transaction.count("", "docs")).toBe(documents.length);
    for (const [id, expected] of this.model.state) {
      expect(this.#stored(id)).toEqual(expected);
    }
  }

  #checkRanges(
    documents: ConvexJsonObject[],
    low: ConvexJson,
    high: ConvexJson,
  ): void {
    const query = indexQuery(
      "docs.by_a_and_c",
      {
        a: ["Eq", low],
        "b.c": [
          ["Gt", low],
          ["Lte", high],
        ],
      },
      "desc",
    );
    const expected = documents
      .filter(
        (d) =>
          compareAt("a", d, low) === 0 &&
          compareAt("b.c", d, low) > 0 &&
          compareAt("b.c", d, high) <= 0,
      )
      .sort((a, b) => compareBy(["a", "b.c", "_creationTime", "_id"], b, a));
    expect(collect(this.transaction, query)).toEqual(expected);
  }
}

function at(document: ConvexJsonObject, path: string) {
  const json = fieldAt(document, path.split("."));
  return json === undefined ? undefined : jsonToConvex(json);
}

function compareAt(path: string, document: ConvexJsonObject, to: ConvexJson) {
  return compareValues(at(document, path), jsonToConvex(to));
}

function compareBy(
  fields: string[],
  a: ConvexJsonObject,
  b: ConvexJsonObject,
): number {
  for (const field of fields) {
    const order = compareValues(at(a, field), at(b, field));
    if (order !== 0) return order;
  }
  return 0;
}

test("reads like a plain list of documents after any history", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      field,
      field,
      (steps, low, high) => {
        const run = new Run();
        try {
          for (const each of steps) {
            run.perform(each);
            run.check(low, high);
          }
          run.commit();
          run.check(low, high);
        } finally {
          run.database.close();
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("a scan sees the transaction's own writes ahead of it, in both directions", () => {
  const database = openTestDatabase({ tables: [TABLE] });
  const transaction = database.begin();
  for (const a of [1, 2, 3, 5]) transaction.insert("", "docs", { a });
  const up = transaction.stream("", indexQuery("docs.by_a_and_c"));
  const down = transaction.stream(
    "",
    indexQuery("docs.by_a_and_c", {}, "desc"),
  );
  expect([up.next(), up.next()].map(aOf)).toEqual([1, 2]);
  expect([down.next()].map(aOf)).toEqual([5]);
  transaction.insert("", "docs", { a: 0 });
  transaction.insert("", "docs", { a: 4 });
  expect([up.next(), up.next(), up.next(), up.next()].map(aOf)).toEqual([
    3,
    4,
    5,
    null,
  ]);
  expect([down.next(), down.next()].map(aOf)).toEqual([4, 3]);
  database.close();
});

test("a long scan neither misses nor repeats a stored document", () => {
  const database = openTestDatabase({ tables: [TABLE] });
  const writer = database.begin();
  for (let a = 0; a < 1500; a++) writer.insert("", "docs", { a });
  database.apply(writer);
  const transaction = database.begin();
  const [gone] = collect(transaction, scanQuery("docs"), 1);
  transaction.remove("", idOf(gone));
  for (const order of ["asc", "desc"] as const) {
    const query = indexQuery("docs.by_a_and_c", {}, order);
    const expected = Array.from({ length: 1499 }, (_, i) => i + 1);
    if (order === "desc") expected.reverse();
    expect(collect(transaction, query).map(({ a }) => a)).toEqual(expected);
  }
  database.close();
});

function idOf(document: ConvexJsonObject | undefined): string {
  return typeof document?._id === "string" ? document._id : "";
}

function aOf(json: string | null) {
  return json === null ? null : parse(json).a;
}
