import { expect, test } from "vitest";
import { setAuthKeys } from "../../testing/test.authKeys";
import { exportedRows } from "../../testing/test.exports";
import { joinWithPassword } from "../../testing/test.leaver";
import { makeEmptyWorld } from "../../testing/test.world";

// Servers now refuse texts with half of a character; earlier versions stored
// them.
test("half of a character in an old text does not stop an export", async () => {
  await setAuthKeys();
  const world = await makeEmptyWorld();
  const owner = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "exporter",
  });
  const beatId = await world.publishBeat(owner);
  const title = "a\uD800b";
  await world.t.run((ctx) => ctx.db.patch("beats", beatId, { title }));
  expect(await exportedRows(owner, "beats")).toMatchObject([
    { title: expect.stringMatching(/^a.b$/u) as string },
  ]);
});
