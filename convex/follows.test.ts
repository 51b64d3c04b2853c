import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { DAY_MS, HOUR_MS } from "./shared/limits";
import { exportedRows } from "./testing/test.exports";
import { setAuthKeys } from "./testing/test.authKeys";
import {
  joinWithPassword,
  leave,
  passSevenDays,
  removeAllDue,
} from "./testing/test.leaver";
import {
  makeModeratedWorld,
  type ModeratedWorld,
} from "./testing/test.moderation";
import {
  expectRefusal,
  reasonBy,
  type Client,
  type Person,
} from "./testing/test.world";

let world: ModeratedWorld;

beforeEach(async () => {
  world = await makeModeratedWorld();
});

afterEach(async () => {
  vi.useRealTimers();
  await world.end();
  vi.unstubAllEnvs();
});

const setFollow = (person: Client, userId: string, isFollowed = true) =>
  person.mutation(api.follows.set, { userId, isFollowed });

const state = (person: Client, userId: string) =>
  person.query(api.follows.state, { userId });

const counts = (person: Client) => person.query(api.follows.counts, {});

const news = (person: Client) => person.query(api.follows.news, {});

const followed = async (person: Client, count = 12) => {
  const { people } = await person.query(api.follows.list, { count });
  return people.map(({ username }) => username);
};

/** Adds follows that no limit counts. */
const addFollows = (
  pairs: readonly (readonly [Id<"users">, Id<"users">])[],
  latestAt = 0,
) =>
  world.t.run(async ({ db }) => {
    for (const [followerId, followedId] of pairs) {
      const row = { followerId, followedId, createdAt: 0, latestAt };
      await db.insert("follows", row);
    }
  });

/** Adds people with nothing but an id. */
const addUsers = (count: number) =>
  world.t.run(({ db }) =>
    Promise.all(Array.from({ length: count }, () => db.insert("users", {}))),
  );

describe("following", () => {
  test("is open to every member, and repeating it changes nothing", async () => {
    const { asProducer, asRapper, asBoth, asListener } = world;
    for (const person of [asRapper, asBoth, asListener]) {
      expect(await state(person, asProducer.userId)).toBe("may");
      for (const _ of [1, 2]) await setFollow(person, asProducer.userId);
      expect(await state(person, asProducer.userId)).toBe("follows");
    }
    await setFollow(asProducer, asRapper.userId);
    expect(await counts(asProducer)).toEqual({ followers: 3, following: 1 });
    for (const _ of [1, 2]) await setFollow(asBoth, asProducer.userId, false);
    expect(await state(asBoth, asProducer.userId)).toBe("may");
    expect(await counts(asProducer)).toEqual({ followers: 2, following: 1 });
  });

  test("is for artists, and not for oneself", async () => {
    const { asListener, asProducer } = world;
    const { userId } = asListener;
    await expectRefusal(setFollow(asProducer, userId), "NOT_AN_ARTIST");
    const self = setFollow(asProducer, asProducer.userId);
    await expectRefusal(self, "CANNOT_FOLLOW_SELF");
    for (const id of [userId, asProducer.userId])
      expect(await state(asProducer, id)).toBe("never");
    expect(await world.rows("follows")).toEqual([]);
  });

  test("of nobody and of people who are not confirmed is refused", async () => {
    const { asListener, asUnconfirmed, asNameless } = world;
    for (const userId of ["x", asNameless.userId, asUnconfirmed.userId]) {
      await expectRefusal(setFollow(asListener, userId), "PROFILE_MISSING");
      expect(await state(asListener, userId)).toBe("never");
    }
  });

  test("is refused without a session, an address or a profile", async () => {
    const { stranger, asUnconfirmed, asNameless, asProducer } = world;
    const { userId } = asProducer;
    await expectRefusal(setFollow(stranger, userId), "NOT_SIGNED_IN");
    await expectRefusal(
      setFollow(asUnconfirmed, userId),
      "EMAIL_NOT_CONFIRMED",
    );
    await expectRefusal(setFollow(asNameless, userId), "PROFILE_MISSING");
    for (const person of [stranger, asUnconfirmed, asNameless])
      expect(await state(person, userId)).toBe("never");
    expect(await counts(stranger)).toBeNull();
    expect(await news(stranger)).toBe(0);
    expect(await followed(stranger)).toEqual([]);
    const seen = stranger.mutation(api.follows.markSeen, {});
    await expectRefusal(seen, "NOT_SIGNED_IN");
  });

  test("ends while suspended, but does not begin", async () => {
    const { asRapper, asProducer, asBoth } = world;
    await setFollow(asRapper, asProducer.userId);
    const { _id } = await world.reportProfile();
    await world.suspend(_id, 7);
    const attempt = reasonBy(setFollow(asRapper, asBoth.userId));
    expect(await attempt).toMatchObject({ code: "SUSPENDED" });
    expect(await state(asRapper, asBoth.userId)).toBe("never");
    await setFollow(asRapper, asProducer.userId, false);
    expect(await world.rows("follows")).toEqual([]);
  });

  test.each(["by the follower", "by the artist"])(
    "a block %s ends it in both directions, and keeps it from beginning",
    async (by) => {
      const { asRapper, asProducer } = world;
      await setFollow(asRapper, asProducer.userId);
      await setFollow(asProducer, asRapper.userId);
      const isFollower = by === "by the follower";
      const [one, other] = isFollower
        ? [asRapper, asProducer]
        : [asProducer, asRapper];
      const block = { userId: other.userId, isBlocked: true };
      await one.mutation(api.safety.setBlocked, block);
      expect(await world.rows("follows")).toEqual([]);
      expect(await counts(asProducer)).toEqual({ followers: 0, following: 0 });
      for (const [person, { userId }] of [
        [asRapper, asProducer],
        [asProducer, asRapper],
      ] as const) {
        expect(await state(person, userId)).toBe("never");
        await expectRefusal(setFollow(person, userId), "APART");
      }
    },
  );

  test("ten people an hour are enough for a new account, and thirty for others", async () => {
    const { asListener, asProducer } = world;
    const again = async (most: number) => {
      for (let n = 0; n < most; n++)
        await setFollow(asListener, asProducer.userId);
      const reason = await reasonBy(setFollow(asListener, asProducer.userId));
      expect(reason).toMatchObject({ code: "RATE_LIMITED" });
    };
    await again(10);
    const now = Math.ceil(await world.newestPersonAt()) + DAY_MS;
    vi.useFakeTimers({ toFake: ["Date"], now });
    await again(30);
  });

  test("500 people are the most", async () => {
    const { asListener, asProducer } = world;
    const users = await addUsers(500);
    await addFollows(users.map((id) => [asListener.userId, id] as const));
    const attempt = setFollow(asListener, asProducer.userId);
    await expectRefusal(attempt, "FOLLOWS_FULL");
    const [first] = users;
    await setFollow(asListener, first ?? "", false);
    await setFollow(asListener, asProducer.userId);
    expect(await counts(asListener)).toMatchObject({ following: 500 });
  });
});

describe("the list of whom one follows", () => {
  test("has the newest work first, and people without any last", async () => {
    const { asListener, asProducer, asRapper, asBoth } = world;
    for (const { userId } of [asBoth, asProducer, asRapper])
      await setFollow(asListener, userId);
    expect(await followed(asListener)).toEqual(["rapper", "producer", "both"]);
    await world.publishBeat(asProducer, { title: "Newer" });
    await world.settle();
    expect(await followed(asListener)).toEqual(["producer", "rapper", "both"]);
    const { people, hasMore } = await asListener.query(api.follows.list, {
      count: 2,
    });
    expect(hasMore).toBe(true);
    expect(people).toMatchObject([
      { beat: { title: "Newer" }, verse: null },
      { beat: null, verse: { id: world.verseId } },
    ]);
  });

  test("shows the work before when the newest one goes", async () => {
    const { asListener, asProducer, asRapper, verseId } = world;
    await setFollow(asListener, asRapper.userId);
    await setFollow(asListener, asProducer.userId);
    await asRapper.mutation(api.verses.remove, { verseId });
    await world.settle();
    expect(await followed(asListener)).toEqual(["producer", "rapper"]);
    const [row] = (await world.rows("follows")).filter(
      ({ followedId }) => followedId === asRapper.userId,
    );
    expect(row?.latestAt).toBe(0);
  });

  test("counts as news what came after the follow, until it is opened", async () => {
    const { asListener, asProducer, asBoth } = world;
    await setFollow(asListener, asProducer.userId);
    await setFollow(asListener, asBoth.userId);
    expect(await news(asListener)).toBe(0);
    for (const person of [asProducer, asBoth]) await world.publishBeat(person);
    await world.publishBeat(asProducer);
    await world.settle();
    expect(await news(asListener)).toBe(2);
    await asListener.mutation(api.follows.markSeen, {});
    expect(await news(asListener)).toBe(0);
    await world.publishBeat(asBoth);
    await world.settle();
    expect(await news(asListener)).toBe(1);
  });

  test("news are counted to twenty", async () => {
    const users = await addUsers(25);
    const pairs = users.map((id) => [world.asListener.userId, id] as const);
    await addFollows(pairs, 5);
    expect(await news(world.asListener)).toBe(20);
  });
});

test("what somebody publishes reaches a thousand followers in jobs of two hundred", async () => {
  const { asProducer } = world;
  const users = await addUsers(1_000);
  await addFollows(users.map((id) => [id, asProducer.userId] as const));
  const beatId = await world.publishBeat(asProducer);
  await world.settle();
  const beat = await world.t.run(({ db }) => db.get("beats", beatId));
  const follows = await world.rows("follows");
  expect(new Set(follows.map(({ latestAt }) => latestAt))).toEqual(
    new Set([beat?.createdAt]),
  );
});

describe("an account that goes", () => {
  let leaver: Person;

  beforeEach(async () => {
    await setAuthKeys();
    leaver = await joinWithPassword(world, { role: "producer_rapper" });
  });

  test("takes its follows along, in both directions", async () => {
    const { asListener, asProducer } = world;
    await setFollow(leaver, asProducer.userId);
    await setFollow(asListener, leaver.userId);
    await setFollow(asListener, asProducer.userId);
    await leave(leaver);
    await passSevenDays(world);
    await removeAllDue(world);
    expect(await world.rows("follows")).toHaveLength(1);
    expect(await counts(asProducer)).toEqual({ followers: 1, following: 0 });
    expect(await counts(asListener)).toEqual({ followers: 0, following: 1 });
  });

  test("of many followers goes in batches", async () => {
    const users = await addUsers(250);
    await addFollows(users.map((id) => [id, leaver.userId] as const));
    await leave(leaver);
    await passSevenDays(world);
    await removeAllDue(world);
    expect(await world.rows("follows")).toEqual([]);
  });

  test("exports whom it follows, and not who follows it", async () => {
    const { asListener, asProducer } = world;
    await setFollow(leaver, asProducer.userId);
    await setFollow(asListener, leaver.userId);
    const createdAt = expect.any(String) as string;
    expect(await exportedRows(leaver, "follows")).toEqual([
      { userId: asProducer.userId, username: "producer", createdAt },
    ]);
  });
});

test("the bell tells an artist by how many the followers have grown, and never twice", async () => {
  const now = Math.ceil(await world.newestPersonAt()) + DAY_MS;
  vi.useFakeTimers({ toFake: ["Date"], now });
  const { asProducer, asRapper, asBoth, asListener } = world;
  const { userId } = asProducer;
  const tell = async () => {
    const [tally] = await world.rows("followerTallies");
    if (!tally || tally.dueAt === null) return;
    expect(tally.dueAt).toBe(Date.now() + HOUR_MS);
    const due = { tallyId: tally._id, dueAt: tally.dueAt };
    await world.t.mutation(internal.bell.tellFollowers, due);
  };
  const rings = async () =>
    (await asProducer.query(api.bell.list, { count: 20 })).rings.filter(
      ({ kind }) => kind === "followers",
    );
  await setFollow(asRapper, userId);
  await setFollow(asBoth, userId);
  expect(await rings()).toEqual([]);
  await tell();
  expect(await rings()).toMatchObject([
    { count: 2, name: null, subject: null },
  ]);
  await setFollow(asRapper, userId, false);
  await setFollow(asRapper, userId);
  await tell();
  expect(await rings()).toMatchObject([{ count: 2 }]);
  await setFollow(asListener, userId);
  await tell();
  expect(await rings()).toMatchObject([{ count: 3 }]);
});

test("follows of accounts younger than a day ring no bell", async () => {
  const { asProducer, asRapper } = world;
  await setFollow(asRapper, asProducer.userId);
  expect(await counts(asProducer)).toMatchObject({ followers: 1 });
  expect(await world.rows("followerTallies")).toEqual([]);
});
