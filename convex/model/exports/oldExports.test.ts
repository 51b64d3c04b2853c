import type { AnyDataModel, GenericDatabaseWriter } from "convex/server";
import { expect, test } from "vitest";
import { internal } from "../../_generated/api";
import { makeEmptyWorld, type World } from "../../testing/test.world";

/**
 * Gives access to tables of earlier versions, which the schema does not name.
 */
const inAnyTable = <Result>(
  { t }: World,
  run: (db: GenericDatabaseWriter<AnyDataModel>) => Promise<Result>,
) =>
  t.run(({ db }) => run(db as unknown as GenericDatabaseWriter<AnyDataModel>));

test("all that earlier versions kept of exports goes, in batches", async () => {
  const world = await makeEmptyWorld();
  const { userId } = await world.join();
  await inAnyTable(world, async (db) => {
    for (let n = 0; n < 45; n += 1) {
      const exportId = await db.insert("exports", { userId, stage: "ready" });
      await db.insert("exportEntries", { exportId, text: "mine" });
    }
  });
  await world.t.mutation(internal.exports.removeOld, {});
  await world.settle();
  for (const table of ["exports", "exportEntries"]) {
    const rest = await inAnyTable(world, (db) => db.query(table).collect());
    expect(rest).toHaveLength(0);
  }
  expect(await world.rows("users")).toHaveLength(1);
});
