import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import { makeWorld } from "../../testing/test.world";

test("the second producer of the same audio goes live and into the queue", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth, stranger } = world;
  const first = await world.publishBeat(asProducer, { title: "Mine" });
  expect(await world.rows("cases")).toEqual([]);
  const second = await world.publishBeat(asBoth, { title: "Also mine" });
  expect(await stranger.query(api.beats.get, { beatId: second })).toBeTruthy();
  expect(await world.rows("cases")).toMatchObject([
    {
      ...{ kind: "sameAudio", reporterId: null, subjectType: "beat" },
      ...{ subjectId: second, ownerId: asBoth.userId, matchesId: first },
      ...{ reason: "copyright", decidedAt: null },
    },
  ]);
  expect(await asBoth.query(api.safety.myReports, {})).toEqual([]);
});

test("a person may publish their own audio again", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  for (const _ of [1, 2]) await world.publishBeat(asProducer);
  await world.publishBeat(asBoth);
  await world.publishBeat(asProducer);
  const owners = (await world.rows("cases")).map(({ ownerId }) => ownerId);
  expect(owners).toEqual([asBoth.userId]);
});

test("audio whose first publication is gone is new again", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const beatId = await world.publishBeat(asProducer);
  await asProducer.mutation(api.beats.remove, { beatId });
  await world.publishBeat(asBoth);
  expect(await world.rows("cases")).toEqual([]);
});
