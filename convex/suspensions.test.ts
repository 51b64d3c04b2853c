import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "./_generated/api";
import { decideNow } from "./testing/test.cases";
import {
  makeModeratedWorld,
  type ModeratedWorld,
} from "./testing/test.moderation";
import { beginUpload, noise } from "./testing/test.pieces";
import { expectRefusal, reasonBy } from "./testing/test.world";
import type { SuspensionLength } from "./shared/moderation";
import { DAY_MS } from "./shared/limits";

let world: ModeratedWorld;

beforeEach(async () => {
  world = await makeModeratedWorld();
});

afterEach(async () => {
  await world.end();
});

describe("a suspension", () => {
  const lengths = [
    [1, DAY_MS],
    [7, 7 * DAY_MS],
    [30, 30 * DAY_MS],
    ["forGood", null],
  ] as const;

  test.each(lengths)("lasts %s", async (length, lastsMs) => {
    const { _id } = await world.reportProfile();
    await world.suspend(_id, length);
    const [row] = await world.rows("suspensions");
    const [decision] = await world.rows("decisions");
    if (lastsMs === null) expect(row?.until).toBeNull();
    else
      expect((row?.until ?? 0) - (row?._creationTime ?? 0)).toBeLessThanOrEqual(
        lastsMs,
      );
    expect(row?.decisionId).toBe(decision?._id);
  });

  test("refuses all writes with the date, and no reading", async () => {
    const { asBoth, asRapper, beatId, verseId } = world;
    const words = "words";
    const ownBeatId = await world.publishBeat(asBoth);
    const ownVerseId = await world.publishVerse(asBoth, beatId, { words });
    const othersVerseId = await world.publishVerse(asRapper, ownBeatId);
    const terms = "share";
    const { _id } = await world.reportProfile(asBoth);
    await world.suspend(_id, 7);
    const [row] = await world.rows("suspensions");
    const storageId = await world.upload({ name: "verse-2s-live.webm" });
    const verse = { beatId, storageId, peaks: [1], durationMs: 1 };
    const fields = { username: "x1", bio: "", instagram: "", youtube: "" };
    for (const attempt of [
      () => asBoth.action(api.verses.create, verse),
      () =>
        asBoth.mutation(api.votes.set, {
          contentType: "verse",
          contentId: verseId,
          voted: true,
        }),
      () => beginUpload(asBoth, noise(10), { kind: "verses" }),
      () =>
        asBoth.mutation(api.words.edit, { verseId: ownVerseId, words: "x" }),
      () => asBoth.mutation(api.beats.setTerms, { beatId: ownBeatId, terms }),
      () => asBoth.mutation(api.verses.remove, { verseId: othersVerseId }),
      () => asBoth.mutation(api.profiles.update, fields),
      () => asBoth.mutation(api.profiles.setRole, { role: "rapper" }),
    ]) {
      const reason = await reasonBy(attempt());
      expect(reason).toMatchObject({
        code: "SUSPENDED",
        suspendedUntil: row?.until,
        message: expect.stringMatching(
          /^Your account is suspended until \d+ \w+ \d{4}.*You can still read, and delete what is yours\.$/,
        ) as string,
      });
    }
    expect(await asBoth.query(api.viewer.get, {})).toMatchObject({
      suspension: { until: row?.until },
    });
    expect(
      await asBoth.query(api.votes.mine, {
        contentType: "beat",
        contentIds: [beatId],
      }),
    ).toEqual([]);
    await asBoth.mutation(api.notices.markRead, {});
  });

  test("leaves people the deletion of what is theirs, and of nothing else", async () => {
    const { asBoth, asRapper, beatId, verseId } = world;
    const ownBeatId = await world.publishBeat(asBoth);
    const ownVerseId = await world.publishVerse(asBoth, beatId, {
      words: "words",
    });
    const { _id } = await world.reportProfile(asBoth);
    await world.suspend(_id, "forGood");
    const others = asBoth.mutation(api.beats.remove, { beatId });
    await expectRefusal(others, "CANNOT_DELETE_BEAT");
    const verse = asBoth.mutation(api.verses.remove, { verseId });
    await expectRefusal(verse, "CANNOT_DELETE_VERSE");
    const words = asBoth.mutation(api.words.withdraw, { verseId });
    await expectRefusal(words, "NOT_YOUR_WORDS");

    await asBoth.mutation(api.words.withdraw, { verseId: ownVerseId });
    const kept = await world.rows("verseWords");
    expect(kept.map((row) => row.verseId)).not.toContain(ownVerseId);
    await asBoth.mutation(api.verses.remove, { verseId: ownVerseId });
    await asBoth.mutation(api.beats.remove, { beatId: ownBeatId });
    const beats = await world.rows("beats");
    expect(beats.map((row) => row._id)).toEqual([beatId]);
    const verses = await world.rows("verses");
    expect(verses.map(({ rapperId }) => rapperId)).toEqual([asRapper.userId]);
  });

  test("ends by itself, even if nothing deletes its row", async () => {
    const { asRapper } = world;
    const { _id } = await world.reportProfile();
    await world.suspend(_id, 1);
    const [row] = await world.rows("suspensions");
    await world.t.run(async (ctx) => {
      if (row) await ctx.db.patch("suspensions", row._id, { until: 1 });
    });
    await beginUpload(asRapper, noise(10), { kind: "verses" });
    const suspensionId = row?._id;
    if (suspensionId === undefined) throw new Error("no suspension");
    const end = () =>
      world.t.mutation(internal.moderation.endSuspension, { suspensionId });
    await end();
    await end();
    expect(await world.rows("suspensions")).toEqual([]);
  });

  test("is not cut short by a shorter one", async () => {
    await world.suspend((await world.reportProfile())._id, "forGood");
    await world.suspend((await world.reportProfile())._id, 1);
    expect(await world.rows("suspensions")).toMatchObject([{ until: null }]);
    const attempt = beginUpload(world.asRapper, noise(10), { kind: "verses" });
    expect(await reasonBy(attempt)).toEqual({
      code: "SUSPENDED",
      message:
        "Your account is suspended for good. You can still read, and delete what is yours.",
      suspendedUntil: null,
    });
  });
});

describe("a granted appeal against a suspension", () => {
  const suspend = async (length: SuspensionLength) => {
    await world.suspend((await world.reportProfile())._id, length);
    const decision = (await world.rows("decisions")).at(-1);
    if (!decision) throw new Error("nothing was decided");
    return decision;
  };
  const grantAppeal = async ({ _id }: Awaited<ReturnType<typeof suspend>>) => {
    const appeal = { decisionId: _id, text: "It was not me." };
    await world.asRapper.mutation(api.notices.appeal, appeal);
    const opened = (await world.rows("cases")).at(-1);
    if (!opened) throw new Error("there is no appeal");
    const grant = { decision: "grant" } as const;
    await decideNow(world, world.moderator, opened._id, grant);
  };
  const inForce = async () =>
    (await world.rows("suspensions")).map(({ decisionId }) => decisionId);

  test("leaves a shorter one of a later decision", async () => {
    const forGood = await suspend("forGood");
    const days = await suspend(30);
    await grantAppeal(forGood);
    expect(await world.rows("suspensions")).toMatchObject([
      { decisionId: days._id, until: days.suspendedUntil },
    ]);
    const kind = { kind: "verses" } as const;
    const attempt = beginUpload(world.asRapper, noise(10), kind);
    expect(await reasonBy(attempt)).toMatchObject({ code: "SUSPENDED" });
  });

  test("brings back a shorter one that it replaced, which ends in time", async () => {
    const week = await suspend(7);
    await grantAppeal(await suspend(30));
    expect(await inForce()).toEqual([week._id]);
    const [row] = await world.rows("suspensions");
    const suspensionId = row?._id ?? "";
    const jobs = await world.t.run((ctx) =>
      ctx.db.system.query("_scheduled_functions").collect(),
    );
    const end = jobs.find(({ args }) =>
      JSON.stringify(args).includes(suspensionId),
    );
    expect(end?.scheduledTime).toBe(week.suspendedUntil);
  });

  test("leaves the longest of several", async () => {
    const forGood = await suspend("forGood");
    await suspend(1);
    const month = await suspend(30);
    await suspend(7);
    await grantAppeal(forGood);
    expect(await inForce()).toEqual([month._id]);
  });

  test("does not bring back one whose appeal was granted before", async () => {
    const forGood = await suspend("forGood");
    const days = await suspend(30);
    await grantAppeal(days);
    expect(await inForce()).toEqual([forGood._id]);
    await grantAppeal(forGood);
    expect(await inForce()).toEqual([]);
  });

  test("does not bring back one that would be over", async () => {
    const day = await suspend(1);
    const forGood = await suspend("forGood");
    await world.t.run((ctx) =>
      ctx.db.patch("decisions", day._id, { suspendedUntil: Date.now() - 1 }),
    );
    await grantAppeal(forGood);
    expect(await inForce()).toEqual([]);
  });
});
