import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { ring } from "./model/circle/rings";
import type { WriteCtx } from "./model/contexts";
import { DAY_MS } from "./shared/limits";
import { foldAll } from "./testing/test.folds";
import {
  expectRefusal,
  makeWorld,
  type Client,
  type PeopledWorld,
  type Person,
} from "./testing/test.world";

let world: PeopledWorld;
let beatId: Id<"beats">;

beforeEach(async () => {
  world = await makeWorld();
  beatId = await world.publishBeat(world.asProducer, { title: "Gully" });
});

afterEach(async () => {
  vi.useRealTimers();
  await world.end();
  vi.unstubAllEnvs();
});

const unread = (person: Client) => person.query(api.bell.unread, {});

const rings = async (person: Client, count = 20) =>
  (await person.query(api.bell.list, { count })).rings;

const markRead = (person: Client, upTo = Date.now()) =>
  person.mutation(api.bell.markRead, { upTo });

interface VoteOn {
  voted: boolean;
  contentType: "beat" | "verse";
}

const vote = (
  person: Client,
  contentId: string,
  { voted = true, contentType = "beat" }: Partial<VoteOn> = {},
) => person.mutation(api.votes.set, { contentType, contentId, voted });

/** Tells authors of new votes, as the job does after an hour. */
async function tellVotes() {
  await foldAll(world);
  const items = [
    ...(await world.rows("beats")).map((row) => ["beat", row] as const),
    ...(await world.rows("verses")).map((row) => ["verse", row] as const),
  ];
  for (const [contentType, { _id: contentId, tellsVotesAt }] of items) {
    if (tellsVotesAt === undefined) continue;
    const due = { contentType, contentId, tellsAt: tellsVotesAt };
    await world.t.mutation(internal.bell.tellVotes, due);
  }
}

/** Rings somebody once for each of several people, as the functions do. */
const ringOnce = (
  { userId }: Person,
  subjectId: Id<"beats">,
  ...actors: Id<"users">[]
) =>
  world.t.run(async ({ db }) => {
    const scheduler = { runAfter: () => Promise.resolve() }; // a test's ctx has no scheduler
    const ctx = { db, scheduler } as unknown as WriteCtx;
    for (const actorId of actors.length === 0 ? [null] : actors)
      await ring(ctx, { userId, kind: "verse", subjectId, actorId });
  });

describe("a verse", () => {
  test("rings its producer by name, once while it is unread", async () => {
    const { asProducer, asRapper, asBoth } = world;
    await world.publishVerse(asRapper, beatId);
    const subject = { title: "Gully", beatId, verseId: null };
    expect(await unread(asProducer)).toBe(1);
    expect(await rings(asProducer)).toMatchObject([
      {
        ...{ kind: "verse", count: 1, name: "rapper" },
        isRead: false,
        subject,
      },
    ]);
    await world.publishVerse(asRapper, beatId); // the same person
    expect(await rings(asProducer)).toMatchObject([{ count: 1 }]);
    await world.publishVerse(asBoth, beatId);
    expect(await unread(asProducer)).toBe(1);
    expect(await rings(asProducer)).toMatchObject([{ count: 2, name: "both" }]);
    await markRead(asProducer);
    expect(await unread(asProducer)).toBe(0);
    await world.publishVerse(asRapper, beatId);
    expect(await unread(asProducer)).toBe(1);
    expect(await rings(asProducer)).toMatchObject([
      { count: 1, name: "rapper", isRead: false },
      { count: 2, name: "both", isRead: true },
    ]);
    for (const other of [asRapper, asBoth, world.asListener])
      expect(await rings(other)).toEqual([]);
  });

  test("counts people who take turns once each", async () => {
    const { asProducer, asRapper, asBoth } = world;
    for (const by of [asRapper, asBoth, asRapper, asBoth])
      await world.publishVerse(by, beatId);
    expect(await rings(asProducer)).toMatchObject([{ count: 2, name: "both" }]);
  });

  test("on one's own beat rings nobody", async () => {
    const { asBoth } = world;
    const own = await world.publishBeat(asBoth);
    await world.publishVerse(asBoth, own);
    expect(await world.rows("bell")).toEqual([]);
  });

  test("that goes with its beat takes the row along", async () => {
    const { asProducer, asRapper } = world;
    await world.publishVerse(asRapper, beatId);
    await asProducer.mutation(api.beats.remove, { beatId });
    expect(await world.rows("bell")).toEqual([]);
    expect(await unread(asProducer)).toBe(0);
  });

  test("rings one person ten times a day, and silently after that", async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    const { asProducer, asRapper, asBoth } = world;
    const attempt = async (by: Person) => {
      await ringOnce(asProducer, beatId, by.userId);
      const isRung = (await unread(asProducer)) === 1;
      await markRead(asProducer);
      return isRung;
    };
    for (let n = 0; n < 10; n++) expect(await attempt(asRapper)).toBe(true);
    for (let n = 0; n < 3; n++) expect(await attempt(asRapper)).toBe(false);
    expect(await attempt(asBoth)).toBe(true);
    vi.setSystemTime(now + DAY_MS);
    expect(await attempt(asRapper)).toBe(true);
  });
});

describe("an answer", () => {
  test("rings whom it answers, and the producer of the beat", async () => {
    const { asProducer, asRapper, asBoth } = world;
    const answersId = await world.publishVerse(asRapper, beatId);
    await world.publishVerse(asBoth, beatId, { answersId });
    expect(await rings(asRapper)).toMatchObject([
      {
        ...{ kind: "answer", count: 1, name: "both" },
        subject: { title: "Gully", beatId, verseId: answersId },
      },
    ]);
    expect(await rings(asProducer)).toMatchObject([
      { kind: "verse", count: 2 },
    ]);
  });

  test("counts people who take turns once each", async () => {
    const { asProducer, asRapper, asBoth } = world;
    const third = await world.join({ role: "rapper", username: "third" });
    const answersId = await world.publishVerse(asRapper, beatId);
    for (const by of [asBoth, third, asBoth])
      await world.publishVerse(by, beatId, { answersId });
    expect(await rings(asRapper)).toMatchObject([{ count: 2, name: "both" }]);
    expect(await rings(asProducer)).toMatchObject([
      { kind: "verse", count: 3 },
    ]);
  });

  test("to the producer's own verse on their beat rings once", async () => {
    const { asRapper, asBoth } = world;
    const own = await world.publishBeat(asBoth);
    const answersId = await world.publishVerse(asBoth, own);
    await world.publishVerse(asRapper, own, { answersId });
    expect(await rings(asBoth)).toMatchObject([{ kind: "answer", count: 1 }]);
  });

  test("to a verse that goes takes the row along", async () => {
    const { asRapper, asBoth } = world;
    const answersId = await world.publishVerse(asRapper, beatId);
    await world.publishVerse(asBoth, beatId, { answersId });
    await asRapper.mutation(api.verses.remove, { verseId: answersId });
    expect(await rings(asRapper)).toEqual([]);
    expect(await unread(asRapper)).toBe(0);
  });
});

describe("votes", () => {
  test("ring an hour after the first, by number and without a name", async () => {
    const { asProducer, asListener } = world;
    const other = await world.join();
    await vote(asListener, beatId);
    expect(await unread(asProducer)).toBe(0);
    await vote(other, beatId);
    await tellVotes();
    const subject = { title: "Gully", beatId, verseId: null };
    expect(await rings(asProducer)).toMatchObject([
      { kind: "votes", count: 2, name: null, subject },
    ]);
  });

  test("that are taken back and cast again ring no second time", async () => {
    const { asProducer, asListener } = world;
    await vote(asListener, beatId);
    await tellVotes();
    await markRead(asProducer);
    await vote(asListener, beatId, { voted: false });
    await vote(asListener, beatId);
    await tellVotes();
    expect(await unread(asProducer)).toBe(0);
    expect(await world.rows("bell")).toHaveLength(1);
  });

  test("on a verse ring its rapper", async () => {
    const { asRapper, asListener } = world;
    const verseId = await world.publishVerse(asRapper, beatId);
    await vote(asListener, verseId, { contentType: "verse" });
    await tellVotes();
    expect(await rings(asRapper)).toMatchObject([
      { kind: "votes", count: 1, subject: { title: "Gully", verseId } },
    ]);
  });

  test("that were cast before bells existed are not told", async () => {
    const { asProducer, asListener } = world;
    await world.t.run(({ db }) => db.patch("beats", beatId, { voteCount: 57 }));
    await vote(asListener, beatId);
    await tellVotes();
    expect(await rings(asProducer)).toMatchObject([{ count: 1 }]);
  });

  test("of a job that was lost are told by the next one", async () => {
    const { asProducer, asListener } = world;
    const now = Math.ceil(await world.newestPersonAt());
    vi.useFakeTimers({ toFake: ["Date"], now });
    await vote(asListener, beatId);
    const [lost] = await world.rows("beats");
    vi.setSystemTime(now + DAY_MS);
    await vote(await world.join(), beatId);
    const [later] = await world.rows("beats");
    expect(later?.tellsVotesAt).toBeGreaterThan(lost?.tellsVotesAt ?? 0);
    await tellVotes();
    expect(await rings(asProducer)).toMatchObject([{ count: 2 }]);
  });
});

describe("a switch", () => {
  const setWanted = (
    person: Client,
    one: "verses" | "votes" | "followers",
    isWanted: boolean,
  ) => person.mutation(api.bell.setWanted, { ring: one, isWanted });

  test("silences its kind alone, and is shown with the settings", async () => {
    const { asProducer, asRapper, asListener } = world;
    const quiet = async () =>
      (await asProducer.query(api.account.settings, {}))?.quietRings;
    expect(await quiet()).toEqual([]);
    for (const _ of [1, 2]) await setWanted(asProducer, "votes", false);
    expect(await quiet()).toEqual(["votes"]);
    await vote(asListener, beatId);
    await tellVotes();
    expect(await unread(asProducer)).toBe(0);
    await world.publishVerse(asRapper, beatId);
    expect(await unread(asProducer)).toBe(1);
    await setWanted(asProducer, "votes", true);
    expect(await quiet()).toEqual([]);
  });

  test("is refused when signed out", async () => {
    const attempt = setWanted(world.stranger, "votes", false);
    await expectRefusal(attempt, "NOT_SIGNED_IN");
  });
});

describe("the bell", () => {
  test("is one's own", async () => {
    const { asRapper, stranger } = world;
    await world.publishVerse(asRapper, beatId);
    for (const person of [asRapper, stranger]) {
      expect(await unread(person)).toBe(0);
      expect(await rings(person)).toEqual([]);
    }
    await markRead(asRapper);
    await expectRefusal(markRead(stranger), "NOT_SIGNED_IN");
    expect(await unread(world.asProducer)).toBe(1);
  });

  test("counts to nine and one more, and lists as many as are asked for", async () => {
    const { asProducer } = world;
    for (let n = 0; n < 12; n++) {
      const id = await world.publishBeat(asProducer, { title: `Beat ${n}` });
      await ringOnce(asProducer, id);
    }
    expect(await unread(asProducer)).toBe(10);
    const list = await asProducer.query(api.bell.list, { count: 5 });
    expect(list.hasMore).toBe(true);
    const titles = list.rings.map(({ subject }) => subject?.title);
    expect(titles).toEqual([
      "Beat 11",
      "Beat 10",
      "Beat 9",
      "Beat 8",
      "Beat 7",
    ]);
    for (const count of [-1, 0.5, Number.NaN])
      expect(await rings(asProducer, count)).toEqual([]);
    expect(await rings(asProducer, 1e9)).toHaveLength(12);
  });

  test("marks as read only what came until then", async () => {
    const { asProducer } = world;
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    await ringOnce(asProducer, beatId);
    vi.setSystemTime(now + 10);
    await ringOnce(asProducer, await world.publishBeat(asProducer));
    await markRead(asProducer, now);
    expect(await unread(asProducer)).toBe(1);
    expect(await rings(asProducer)).toMatchObject([
      { isRead: false },
      { isRead: true },
    ]);
  });

  test("keeps a hundred rows, and none for longer than ninety days", async () => {
    const { asProducer } = world;
    const { userId } = asProducer;
    await world.t.run(async ({ db }) => {
      for (let at = 1; at <= 103; at++)
        await db.insert("bell", {
          ...{ userId, kind: "verse", subjectId: beatId, actorId: null },
          ...{ count: 1, at, readAt: at },
        });
    });
    await world.t.mutation(internal.bell.trim, { userId });
    const kept = await world.rows("bell");
    expect(kept.map(({ at }) => at).sort((a, b) => a - b)[0]).toBe(4);
    expect(kept).toHaveLength(100);
    await ringOnce(asProducer, beatId);
    await world.t.mutation(internal.bell.purge, {});
    await world.settle();
    expect(await world.rows("bell")).toMatchObject([{ count: 1 }]);
  });

  test("drops the oldest row by itself when another one comes", async () => {
    const { asProducer, asRapper } = world;
    const { userId } = asProducer;
    await world.t.run(async ({ db }) => {
      for (let at = 1; at <= 100; at++)
        await db.insert("bell", {
          ...{ userId, kind: "votes", subjectId: beatId, actorId: null },
          ...{ count: 1, at, readAt: at },
        });
    });
    await world.publishVerse(asRapper, beatId);
    await world.settle();
    const rows = await world.rows("bell");
    expect(rows).toHaveLength(100);
    expect(rows.some(({ at }) => at === 1)).toBe(false);
  });

  test("across a block is silent, and loses what was there", async () => {
    const { asProducer, asRapper, asBoth } = world;
    await world.publishVerse(asRapper, beatId);
    const own = await world.publishBeat(asBoth);
    await world.publishVerse(asRapper, own);
    const block = { userId: asRapper.userId, isBlocked: true };
    await asProducer.mutation(api.safety.setBlocked, block);
    expect(await unread(asProducer)).toBe(0);
    expect(await world.rows("bell")).toMatchObject([{ userId: asBoth.userId }]);
    await ringOnce(asProducer, beatId, asRapper.userId);
    await ringOnce(asRapper, beatId, asProducer.userId);
    expect(await world.rows("bell")).toHaveLength(1);
  });

  test("of somebody without a profile stays empty", async () => {
    await ringOnce(world.asNameless, beatId);
    expect(await world.rows("bell")).toEqual([]);
  });
});

test("many events by many accounts make ten rows, however often they are read", async () => {
  const { asProducer } = world;
  const attackers = await world.t.run(({ db }) =>
    Promise.all(Array.from({ length: 5 }, () => db.insert("users", {}))),
  );
  for (let round = 0; round < 12; round++) {
    await ringOnce(asProducer, beatId, ...attackers);
    expect(await unread(asProducer)).toBe(round < 10 ? 1 : 0);
    await markRead(asProducer);
  }
  expect(await world.rows("bell")).toHaveLength(10);
});
