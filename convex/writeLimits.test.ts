import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { makeWorld, reasonBy } from "./testing/test.world";

let world: Awaited<ReturnType<typeof makeWorld>>;

beforeEach(async () => {
  vi.stubEnv("LIMIT_EDIT_PER_ACCOUNT", "1");
  vi.stubEnv("LIMIT_READ_PER_ACCOUNT", "1");
  world = await makeWorld();
});

afterEach(() => vi.unstubAllEnvs());

async function expectLimited(...calls: Promise<unknown>[]): Promise<void> {
  for (const reason of await Promise.all(calls.map(reasonBy)))
    expect(reason).toMatchObject({ code: "RATE_LIMITED" });
}

const profile = { username: "other", bio: "", instagram: "", youtube: "" };

test("a producer who has edited enough can neither change nor delete", async () => {
  const { asProducer } = world;
  const beatId = await world.publishBeat(asProducer);
  await asProducer.mutation(api.beats.setTerms, { beatId, terms: "ask" });
  await expectLimited(
    asProducer.mutation(api.beats.setVersesLimit, { beatId, versesCount: 20 }),
    asProducer.mutation(api.beats.remove, { beatId }),
    asProducer.mutation(api.profiles.update, profile),
    asProducer.mutation(api.profiles.setRole, { role: "listener" }),
  );
  expect(await world.rows("beats")).toHaveLength(1);
});

test("a rapper who has edited enough can neither delete verses nor withdraw words", async () => {
  const { asRapper } = world;
  const beatId = await world.publishBeat(world.asProducer);
  const verseId = await world.publishVerse(asRapper, beatId);
  await asRapper.mutation(api.profiles.update, profile);
  await expectLimited(
    asRapper.mutation(api.verses.remove, { verseId }),
    asRapper.mutation(api.words.withdraw, { verseId }),
  );
  expect(await world.rows("verses")).toHaveLength(1);
});

test("attempts to create a profile are counted", async () => {
  const { asNameless } = world;
  const fields = { ...profile, role: "listener", state: "" };
  const { bio: _, ...form } = fields;
  await asNameless.mutation(api.profiles.create, form);
  await expectLimited(asNameless.mutation(api.profiles.create, form));
});

test("marking as read is counted", async () => {
  const { asListener } = world;
  await asListener.mutation(api.notices.markRead, {});
  await expectLimited(
    asListener.mutation(api.notices.markRead, {}),
    asListener.mutation(api.leaving.dismissKept, {}),
    asListener.mutation(api.leaving.discardKept, { keptId: "x" }),
  );
});
