import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import { COUNT_NAMES } from "../../shared/moderation";
import { makeWorld } from "../../testing/test.world";

test("the last two years are shown, each month with all its counters", async () => {
  const world = await makeWorld();
  const months = [2023, 2024, 2025].flatMap((year) =>
    Array.from(
      { length: 12 },
      (_, n) => `${year}-${`${n + 1}`.padStart(2, "0")}`,
    ),
  );
  await world.t.run(async (ctx) => {
    for (const month of months) {
      for (const name of COUNT_NAMES) {
        await ctx.db.insert("monthCounts", { month, name, count: 1 });
      }
    }
  });
  const shown = await world.stranger.query(api.transparency.months, {});
  expect(shown.map(({ month }) => month)).toEqual(
    months.reverse().slice(0, 24),
  );
  for (const { month, counts } of shown) {
    expect(counts, month).toHaveLength(COUNT_NAMES.length);
  }
});
