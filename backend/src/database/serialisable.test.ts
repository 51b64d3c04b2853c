/**
 * Concurrent transactions. Whatever the interleaving, the transactions that are
 * applied read and write as if they had run one after another, in the order of
 * application.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ConflictError, type Database, type Transaction } from "./contract.ts";
import {
  collect,
  commit,
  indexQuery,
  openTestDatabase,
  parse,
  tableSchema,
} from "../../test/support/testDatabase.ts";

type Operation =
  | { act: "get"; label: number }
  | { act: "remove"; label: number }
  | { act: "set"; label: number; n: number }
  | { act: "add"; n: number }
  | {
      act: "scan";
      low: number;
      high: number;
      take: number;
      order: "asc" | "desc";
    };

const small = fc.nat({ max: 6 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ act: fc.constant("get"), label: small }),
  fc.record({ act: fc.constant("remove"), label: small }),
  fc.record({ act: fc.constant("set"), label: small, n: small }),
  fc.record({ act: fc.constant("add"), n: small }),
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("scan"),
      low: small,
      high: small,
      take: fc.integer({ min: 1, max: 4 }),
      order: fc.constantFrom("asc", "desc"),
    }),
  },
);

/**
 * Each entry lets one of three clients run its next operation, or commit if it
 * has none left.
 */
const schedule = fc.array(fc.nat({ max: 2 }), {
  minLength: 20,
  maxLength: 60,
});
const scripts = fc.array(fc.array(operation, { minLength: 2, maxLength: 5 }), {
  minLength: 3,
  maxLength: 3,
});

type Seen = number | null | number[];

const TABLE = tableSchema("numbers", { by_n: ["n"] });

/**
 * Runs one operation and returns what it saw. `ids` are those of the initial
 * documents.
 */
function perform(
  transaction: Transaction,
  ids: readonly string[],
  operation: Operation,
): Seen {
  switch (operation.act) {
    case "get":
      return numberOf(transaction.get("", ids[operation.label] ?? ""));
    case "set":
    case "remove": {
      const id = ids[operation.label] ?? "";
      const before = numberOf(transaction.get("", id));
      if (before === null) return null;
      if (operation.act === "set") {
        transaction.patch("", id, { n: operation.n });
      } else {
        transaction.remove("", id);
      }
      return before;
    }
    case "add":
      transaction.insert("", "numbers", { n: operation.n });
      return null;
    case "scan": {
      const { low, high, order, take } = operation;
      const range = indexQuery(
        "numbers.by_n",
        {
          n: [
            ["Gte", low],
            ["Lte", high],
          ],
        },
        order,
      );
      return collect(transaction, range, take).map(({ n }) => Number(n));
    }
  }
}

function numberOf(json: string | null): number | null {
  return json === null ? null : Number(parse(json).n);
}

interface Client {
  readonly script: readonly Operation[];
  transaction: Transaction;
  seen: Seen[];
}

function makeDatabase(): { database: Database; ids: string[] } {
  const database = openTestDatabase({ tables: [TABLE] });
  const ids = commit(database, (t) =>
    Array.from({ length: 7 }, (_, n) => t.insert("", "numbers", { n })),
  );
  return { database, ids };
}

function allNumbers(database: Database): number[] {
  const transaction = database.begin();
  const query = indexQuery("numbers.by_n");
  return collect(transaction, query).map(({ n }) => Number(n));
}

test("applied transactions could have run one after another", () => {
  let refused = 0;
  let applied = 0;
  fc.assert(
    fc.property(scripts, schedule, (operations, turns) => {
      const { database, ids } = makeDatabase();
      const serial = makeDatabase();
      const clients = operations.map<Client>((script) => ({
        script,
        transaction: database.begin(),
        seen: [],
      }));
      for (const turn of turns) {
        const client = clients[turn];
        if (client === undefined) continue;
        const next = client.script[client.seen.length];
        if (next !== undefined) {
          client.seen.push(perform(client.transaction, ids, next));
          continue;
        }
        if (tryApply(database, client.transaction)) {
          applied += 1;
          const again = commit(serial.database, (t) =>
            client.script.map((each) => perform(t, serial.ids, each)),
          );
          expect(client.seen).toEqual(again);
          expect(allNumbers(database)).toEqual(allNumbers(serial.database));
        } else {
          refused += 1;
        }
        client.transaction = database.begin();
        client.seen = [];
      }
      database.close();
      serial.database.close();
    }),
    { numRuns: 300 },
  );
  // With too few applied or too few refused transactions, the schedules would prove
  // nothing.
  expect(applied).toBeGreaterThan(300);
  expect(refused).toBeGreaterThan(100);
});

function tryApply(database: Database, transaction: Transaction): boolean {
  try {
    database.apply(transaction);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}
