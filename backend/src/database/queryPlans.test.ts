import { expect, test, vi } from "vitest";
import {
  collect,
  commit,
  indexQuery,
  openTestDatabase,
  read,
  strict,
  tableSchema,
} from "../../test/support/testDatabase.ts";
import * as planning from "./queryPlan.ts";

vi.mock(import("./queryPlan.ts"), { spy: true });

function openWithBeats() {
  const tables = [tableSchema("beats", { by_rank: ["bpm"] })];
  const database = openTestDatabase({ tables });
  commit(database, (transaction) => {
    transaction.insert("", "beats", { bpm: 90, votes: 2 });
    transaction.insert("", "beats", { bpm: 100, votes: 1 });
  });
  return database;
}

test("plans a repeated query once", () => {
  const database = openWithBeats();
  const query = indexQuery("beats.by_rank");
  vi.mocked(planning.planQuery).mockClear();
  for (let i = 0; i < 3; i++) read(database, (tx) => collect(tx, query));
  expect(planning.planQuery).toHaveBeenCalledTimes(1);
});

test("keeps no plan of a query that is passed only once", () => {
  const database = openWithBeats();
  const query = { ...indexQuery("beats.by_rank"), isPassing: true };
  vi.mocked(planning.planQuery).mockClear();
  for (let i = 0; i < 2; i++) read(database, (tx) => collect(tx, query));
  expect(planning.planQuery).toHaveBeenCalledTimes(2);
});

test("plans a query again after its index has changed", () => {
  const database = openWithBeats();
  const query = indexQuery("beats.by_rank");
  const bpms = () =>
    read(database, (tx) => collect(tx, query).map(({ bpm }) => bpm));
  expect(bpms()).toEqual([90, 100]);
  const tables = strict(tableSchema("beats", { by_rank: ["votes"] }));
  database.setSchemas(new Map([["", tables]]));
  expect(bpms()).toEqual([100, 90]);
});
