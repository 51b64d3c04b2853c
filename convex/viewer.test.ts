import { expect, test } from "vitest";
import { api } from "./_generated/api";
import { makeWorld, type Client } from "./testing/test.world";

const hasBegun = async (person: Client) =>
  (await person.query(api.viewer.get, {}))?.hasBegun;

test("artists have begun with their first beat or verse, which may be deleted", async () => {
  const world = await makeWorld();
  const rapper = await world.join({ role: "rapper" });
  expect(await hasBegun(world.asProducer)).toBe(false);
  const beatId = await world.publishBeat(world.asProducer);
  expect(await hasBegun(world.asProducer)).toBe(true);
  expect(await hasBegun(rapper)).toBe(false);
  const verseId = await world.publishVerse(rapper, beatId);
  expect(await hasBegun(rapper)).toBe(true);
  await rapper.mutation(api.verses.remove, { verseId });
  expect(await hasBegun(rapper)).toBe(false);
});

test("listeners have begun once they have heard or voted for something", async () => {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer);
  const [voter, hearer] = [await world.join(), await world.join()];
  expect(await hasBegun(voter)).toBe(false);
  await voter.mutation(api.votes.set, {
    ...{ contentType: "beat", contentId: beatId, voted: true },
  });
  expect(await hasBegun(voter)).toBe(true);
  expect(await hasBegun(hearer)).toBe(false);
  await hearer.mutation(api.ears.record, { contentId: beatId });
  expect(await hasBegun(hearer)).toBe(true);
});
