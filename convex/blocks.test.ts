import { afterEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { MAX_BLOCKS } from "./shared/safety";
import { makeContent } from "./testing/test.content";
import { removeAllDue } from "./testing/test.leaver";
import {
  expectRefusal,
  makeWorld,
  reasonBy,
  type Client,
  type Person,
} from "./testing/test.world";

afterEach(() => vi.unstubAllEnvs());

const setBlocked = (person: Client, userId: string, isBlocked = true) =>
  person.mutation(api.safety.setBlocked, { userId, isBlocked });

const hidden = async (person: Client) =>
  (await person.query(api.viewer.get, {}))?.hiddenUserIds;

const mayRecord = (person: Client, beatId: string) =>
  person.query(api.safety.mayRecordOn, { beatId });

describe("a block", () => {
  test("hides things from the blocker alone, until it is lifted", async () => {
    const world = await makeWorld();
    const { asListener, asProducer, asRapper } = world;
    for (const _ of [1, 2]) await setBlocked(asListener, asProducer.userId);
    await setBlocked(asListener, asRapper.userId);
    expect(await world.rows("blocks")).toHaveLength(2);
    const ids = [asProducer.userId, asRapper.userId];
    expect((await hidden(asListener))?.sort()).toEqual(ids.sort());
    expect(await hidden(asProducer)).toEqual([]);
    for (const _ of [1, 2]) {
      await setBlocked(asListener, asProducer.userId, false);
    }
    expect(await hidden(asListener)).toEqual([asRapper.userId]);
  });

  test("leaves a producer the deletion of a blocked rapper's verse on their beat", async () => {
    const { world, verseId } = await makeContent();
    await setBlocked(world.asProducer, world.asRapper.userId);
    await world.asProducer.mutation(api.verses.remove, { verseId });
    expect(await world.rows("verses")).toEqual([]);
  });

  test("is listed for the blocker with the current name", async () => {
    const world = await makeWorld();
    const { asListener, asProducer, asRapper, stranger } = world;
    await setBlocked(asListener, asProducer.userId);
    await setBlocked(asListener, asRapper.userId);
    const [older] = await world.rows("blocks");
    if (older) {
      await world.t.run((ctx) =>
        ctx.db.patch("blocks", older._id, { createdAt: 1 }),
      );
    }
    const people = (person: Client) =>
      person.query(api.safety.blockedPeople, {});
    expect(await people(asListener)).toEqual([
      {
        userId: asRapper.userId,
        username: "rapper",
        blockedAt: expect.any(Number) as number,
      },
      { userId: asProducer.userId, username: "producer", blockedAt: 1 },
    ]);
    expect(await people(asProducer)).toEqual([]);
    expect(await people(stranger)).toEqual([]);
  });

  test.each(["producer", "rapper"] as const)(
    "by the %s keeps both from recording",
    async (by) => {
      const { world, beatId } = await makeContent();
      const { asProducer, asRapper, asBoth } = world;
      const pair: [Person, Person] =
        by === "producer" ? [asProducer, asRapper] : [asRapper, asProducer];
      const [blocker, blocked] = pair;
      await setBlocked(blocker, blocked.userId);
      const files = await world.storedFiles();
      const attempt = world.publishVerse(asRapper, beatId);
      await expectRefusal(attempt, "BLOCKED");
      expect(await world.rows("verses")).toHaveLength(1);
      expect(await world.storedFiles()).toEqual(files);
      expect(await mayRecord(asRapper, beatId)).toBe(false);
      expect(await mayRecord(asBoth, beatId)).toBe(true);
      await world.publishVerse(asBoth, beatId);
      await setBlocked(blocker, blocked.userId, false);
      expect(await mayRecord(asRapper, beatId)).toBe(true);
      await world.publishVerse(asRapper, beatId);
    },
  );

  test("during an upload refuses the verse and changes nothing else", async () => {
    const { world, beatId } = await makeContent();
    const { asProducer, asRapper } = world;
    const storageId = await world.upload({ name: "verse-2s-live.webm" });
    const reserve = { kind: "verses" as const, storageId };
    await asRapper.mutation(internal.files.reserve, reserve);
    await setBlocked(asProducer, asRapper.userId);
    const verse = { beatId, storageId, peaks: [], durationMs: 1 };
    const attempt = asRapper.action(api.verses.create, verse);
    await expectRefusal(attempt, "BLOCKED");
    const beat = await asRapper.query(api.beats.get, { beatId });
    expect(beat?.verseCount).toBe(1);
  });

  test("keeps earlier verses and votes", async () => {
    const { world, beatId } = await makeContent();
    const { asProducer, asRapper, stranger } = world;
    await setBlocked(asProducer, asRapper.userId);
    const verses = await stranger.query(api.verses.listByBeat, { beatId });
    expect(verses).toHaveLength(1);
  });

  test("of oneself or of nobody is refused", async () => {
    const world = await makeWorld();
    const { asListener, asNameless } = world;
    const self = setBlocked(asListener, asListener.userId);
    await expectRefusal(self, "CANNOT_BLOCK_SELF");
    for (const id of ["", "garbage", asNameless.userId]) {
      await expectRefusal(setBlocked(asListener, id), "PROFILE_MISSING");
    }
  });

  test.each([
    ["asUnconfirmed", "EMAIL_NOT_CONFIRMED"],
    ["asNameless", "PROFILE_MISSING"],
    ["stranger", "NOT_SIGNED_IN"],
  ] as const)("by %s is refused", async (who, code) => {
    const world = await makeWorld();
    const attempt = setBlocked(world[who], world.asRapper.userId);
    await expectRefusal(attempt, code);
  });

  test("is refused beyond the most that a person may have", async () => {
    const world = await makeWorld();
    const { asListener, asRapper, asProducer } = world;
    const blockerId = asListener.userId;
    await world.t.run(async (ctx) => {
      for (let n = 1; n < MAX_BLOCKS; n++) {
        const blockedId = await ctx.db.insert("users", {});
        await ctx.db.insert("blocks", { blockerId, blockedId, createdAt: n });
      }
    });
    await setBlocked(asListener, asRapper.userId);
    const more = setBlocked(asListener, asProducer.userId);
    await expectRefusal(more, "TOO_MANY_BLOCKS");
    expect(await hidden(asListener)).toHaveLength(MAX_BLOCKS);
    await setBlocked(asListener, asRapper.userId, false);
    await setBlocked(asListener, asProducer.userId);
  });

  test("waits its turn after many others", async () => {
    vi.stubEnv("LIMIT_BLOCK_PER_ACCOUNT", "1");
    const world = await makeWorld();
    await setBlocked(world.asListener, world.asRapper.userId);
    const next = setBlocked(world.asListener, world.asProducer.userId);
    expect(await reasonBy(next)).toMatchObject({ code: "RATE_LIMITED" });
  });

  test("goes with the account that was blocked", async () => {
    const world = await makeWorld();
    const { asListener, asRapper, asUnconfirmed } = world;
    await setBlocked(asListener, asUnconfirmed.userId);
    await setBlocked(asListener, asRapper.userId);
    const { userId } = asUnconfirmed;
    await world.t.run(({ db }) =>
      db.insert("departures", {
        ...{ userId, requestedAt: 1, dueAt: 1, keptAt: null },
      }),
    );
    await removeAllDue(world);
    expect(await hidden(asListener)).toEqual([asRapper.userId]);
  });

  test("does not concern strangers or beats that do not exist", async () => {
    const { world, beatId } = await makeContent();
    expect(await mayRecord(world.stranger, beatId)).toBe(true);
    for (const id of ["", "garbage", world.asRapper.userId]) {
      expect(await mayRecord(world.asRapper, id)).toBe(true);
    }
  });
});
