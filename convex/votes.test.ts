import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { foldAll, foldNext } from "./testing/test.folds";
import {
  expectRefusal,
  makeWorld,
  reasonBy,
  type Client,
  type World,
} from "./testing/test.world";

afterEach(() => vi.useRealTimers());

const setVote = (person: Client, contentId: string, voted: boolean) =>
  person.mutation(api.votes.set, { contentType: "beat", contentId, voted });

const mine = (person: Client, contentIds: string[]) =>
  person.query(api.votes.mine, { contentType: "beat", contentIds });

async function makeBeat() {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer);
  const count = async () =>
    (await world.stranger.query(api.beats.get, { beatId }))?.voteCount;
  return { world, beatId, count };
}

test("a listener can vote and take the vote back; a repeated vote counts once", async () => {
  const { world, beatId, count } = await makeBeat();
  const { asListener } = world;
  for (const _ of [1, 2]) await setVote(asListener, beatId, true);
  expect(await count()).toBe(1);
  expect(await mine(asListener, [beatId])).toEqual([beatId]);
  expect(await world.rows("votes")).toMatchObject([{ vote: 1 }]);
  for (const _ of [1, 2]) await setVote(asListener, beatId, false);
  expect(await count()).toBe(0);
  expect(await mine(asListener, [beatId])).toEqual([]);
  expect(await world.rows("votes")).toEqual([]);
});

test("counts simultaneous votes correctly, from many listeners or one", async () => {
  const { world, beatId, count } = await makeBeat();
  const people = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => world.join({ role: "listener" })),
  );
  const votes = [...people, ...people].map((one) => setVote(one, beatId, true));
  await Promise.all(votes);
  expect(await count()).toBe(6);
  expect(await world.rows("votes")).toHaveLength(6);
});

/**
 * Votes with a clock that stands still: on a busy machine too, the votes are
 * then a crowd.
 */
async function voteBy(count: number) {
  const { world, beatId } = await makeBeat();
  const people = await joinMany(world, count);
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const one of people) await setVote(one, beatId, true);
  const stored = async () => (await world.rows("beats"))[0];
  return { world, beatId, people, stored };
}

const joinMany = (world: World, count: number) =>
  Promise.all(
    Array.from({ length: count }, () => world.join({ role: "listener" })),
  );

test("a lonely vote leaves nothing to do; a crowd writes shards, which folds add to the numbers", async () => {
  const { world, beatId, people, stored } = await voteBy(1);
  expect(await stored()).toMatchObject({ voteCount: 1 });
  expect((await stored())?.foldsAt).toBeUndefined();
  const crowd = await joinMany(world, 12);
  for (const one of crowd) await setVote(one, beatId, true);
  await setVote(people[0] ?? world.stranger, beatId, false);
  expect(await stored()).toMatchObject({ voteCount: 2 });
  const { totalLikes } = await world.stranger.query(api.stats.get, {
    userId: world.asProducer.userId,
  });
  expect(totalLikes).toBe(12);
  await foldNext(world); // begins a round
  await setVote(world.asListener, beatId, true);
  await foldNext(world);
  expect(await stored()).toMatchObject({ voteCount: 12 });
  expect(await world.rows("voteShards")).toMatchObject([{ count: 1 }]);
  await foldAll(world);
  expect(await stored()).toMatchObject({ voteCount: 13 });
  expect((await stored())?.foldsAt).toBeUndefined();
  expect(await world.rows("voteShards")).toEqual([]);
});

test("no vote of a crowd writes the beat or the likes of its producer", async () => {
  const { world, beatId, stored } = await voteBy(2);
  const before = [await stored(), await world.rows("likes")];
  await setVote(world.asListener, beatId, true);
  expect([await stored(), await world.rows("likes")]).toEqual(before);
});

test.each([
  ["is late, by the next vote", 61_000],
  ["is far ahead because the clock went back, by the next vote", -3_600_000],
])("what a fold that %s has left is counted", async (_, byMs) => {
  const { world, beatId, stored } = await voteBy(4);
  const foldsAt = (await stored())?.foldsAt ?? 0;
  vi.useFakeTimers({ toFake: ["Date"], now: foldsAt + byMs });
  await setVote(world.asListener, beatId, true);
  expect(await stored()).toMatchObject({ voteCount: 5 });
  const fold = { contentType: "beat" as const, contentId: beatId, foldsAt };
  await world.t.mutation(internal.votes.fold, fold); // an old fold that runs last
  expect(await stored()).toMatchObject({ voteCount: 5 });
  expect(await world.rows("voteShards")).toEqual([]);
});

test.each([61_000, -3_600_000])(
  "a cron job counts what a lost fold has left, when nobody votes any more (%i ms)",
  async (byMs) => {
    const { world, beatId, stored } = await voteBy(4);
    const foldsAt = (await stored())?.foldsAt ?? 0;
    await world.t.mutation(internal.votes.foldLost, {});
    expect(await stored()).toMatchObject({ voteCount: 2, foldsAt });
    vi.useFakeTimers({ toFake: ["Date"], now: foldsAt + byMs });
    await world.t.mutation(internal.votes.foldLost, {});
    expect(await stored()).toMatchObject({ _id: beatId, voteCount: 4 });
    expect((await stored())?.foldsAt).toBeUndefined();
    expect(await world.rows("voteShards")).toEqual([]);
  },
);

test("one person who toggles votes has no fold each, and leaves few jobs", async () => {
  const { world, beatId, stored } = await voteBy(0);
  for (let n = 0; n < 6; n++) {
    await setVote(world.asListener, beatId, n % 2 === 0);
    vi.setSystemTime(Date.now() + 600);
  }
  expect((await stored())?.foldsAt).toBeUndefined();
  for (let n = 0; n < 4; n++)
    await setVote(world.asListener, beatId, n % 2 === 0);
  await foldNext(world);
  expect((await stored())?.foldsAt).toBeUndefined();
  expect(await stored()).toMatchObject({ voteCount: 0 });
});

test("a busy beat takes its shards along when it is deleted", async () => {
  const { world, beatId } = await voteBy(5);
  await world.asProducer.mutation(api.beats.remove, { beatId });
  expect(await world.rows("voteShards")).toEqual([]);
  const { totalLikes } = await world.stranger.query(api.stats.get, {
    userId: world.asProducer.userId,
  });
  expect(totalLikes).toBe(0);
});

test("a verse gets votes like a beat, and likes are the votes received", async () => {
  const { world, beatId } = await makeBeat();
  const { asListener, asRapper, asProducer, stranger } = world;
  const verseId = await world.publishVerse(asRapper, beatId);
  const ref = { contentType: "verse" as const, contentId: verseId };
  await asListener.mutation(api.votes.set, { ...ref, voted: true });
  await setVote(asListener, beatId, true);
  const [verse] = await stranger.query(api.verses.listByBeat, { beatId });
  expect(verse?.voteCount).toBe(1);
  const likesOf = async (userId: Id<"users">) =>
    (await stranger.query(api.stats.get, { userId })).totalLikes;
  expect(await likesOf(asRapper.userId)).toBe(1);
  expect(await likesOf(asProducer.userId)).toBe(1);
});

test.each([
  ["asProducer", "ONLY_LISTENERS_VOTE"],
  ["asRapper", "ONLY_LISTENERS_VOTE"],
  ["asBoth", "ONLY_LISTENERS_VOTE"],
  ["asUnconfirmed", "EMAIL_NOT_CONFIRMED"],
  ["asNameless", "PROFILE_MISSING"],
  ["stranger", "NOT_SIGNED_IN"],
] as const)("%s cannot vote", async (who, code) => {
  const { world, beatId, count } = await makeBeat();
  await expectRefusal(setVote(world[who], beatId, true), code);
  expect(await count()).toBe(0);
});

test("a former artist cannot vote for what they made or produced the beat of", async () => {
  const { world, beatId, count } = await makeBeat();
  const { asProducer, asRapper, stranger } = world;
  const verseId = await world.publishVerse(asRapper, beatId);
  const voteForVerse = (person: Client) =>
    person.mutation(api.votes.set, {
      ...{ contentType: "verse", contentId: verseId, voted: true },
    });
  for (const person of [asProducer, asRapper]) {
    await person.mutation(api.profiles.setRole, { role: "listener" });
  }
  await expectRefusal(setVote(asProducer, beatId, true), "CANNOT_VOTE_SELF");
  await expectRefusal(voteForVerse(asRapper), "CANNOT_VOTE_SELF");
  await expectRefusal(voteForVerse(asProducer), "CANNOT_VOTE_SELF");
  await setVote(asRapper, beatId, true);
  expect(await count()).toBe(1);
  const [verse] = await stranger.query(api.verses.listByBeat, { beatId });
  expect(verse?.voteCount).toBe(0);
});

test("refuses a vote for a missing item", async () => {
  const { world, beatId } = await makeBeat();
  const { asListener } = world;
  for (const id of ["garbage", "", asListener.userId]) {
    await expectRefusal(setVote(asListener, id, true), "BEAT_NOT_FOUND");
  }
  const verse = { contentType: "verse" as const, contentId: beatId };
  const attempt = asListener.mutation(api.votes.set, { ...verse, voted: true });
  await expectRefusal(attempt, "VERSE_NOT_FOUND");
});

test("a stranger has no votes, and malformed ids are ignored", async () => {
  const { world, beatId } = await makeBeat();
  await setVote(world.asListener, beatId, true);
  expect(await mine(world.stranger, [beatId])).toEqual([]);
  expect(await mine(world.asListener, ["garbage"])).toEqual([]);
});

test("limits votes per account and says how long to wait", async () => {
  vi.stubEnv("LIMIT_VOTE_PER_ACCOUNT", "1");
  const { world, beatId } = await makeBeat();
  await setVote(world.asListener, beatId, true);
  const reason = await reasonBy(setVote(world.asListener, beatId, false));
  expect(reason).toMatchObject({
    code: "RATE_LIMITED",
    message: "Too many attempts. Please try again in 1 minute.",
  });
  vi.unstubAllEnvs();
});
