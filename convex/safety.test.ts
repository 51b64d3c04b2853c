import { afterEach, describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import type { Doc } from "./_generated/dataModel";
import { type Reason, type SubjectType } from "./shared/safety";
import { makeContent } from "./testing/test.content";
import {
  expectRefusal,
  reasonBy,
  type Client,
  type World,
} from "./testing/test.world";

afterEach(() => vi.unstubAllEnvs());

interface Given {
  subjectType?: SubjectType;
  reason?: Reason;
  text?: string;
}

const report = (
  person: Client,
  subjectId: string,
  { subjectType = "beat", reason = "spam", text = "" }: Given = {},
) =>
  person.mutation(api.safety.report, { subjectType, subjectId, reason, text });

const myReports = (person: Client) => person.query(api.safety.myReports, {});

async function onlyCase(world: World): Promise<Doc<"cases">> {
  const [found, ...others] = await world.rows("cases");
  expect(others).toEqual([]);
  if (found === undefined) throw new Error("There is no case.");
  return found;
}

describe("a report", () => {
  test.each(["beat", "verse", "words", "profile"] as const)(
    "about a %s reaches the queue, and its reporter can follow it",
    async (subjectType) => {
      const { world, beatId, verseId } = await makeContent();
      const { asListener, asRapper, asProducer } = world;
      const ids = {
        beat: beatId,
        verse: verseId,
        words: verseId,
        profile: asRapper.userId,
      };
      const id = ids[subjectType];
      const given = { subjectType, reason: "hate", text: " rude " } as const;
      const number = await report(asListener, id, given);
      const owner = subjectType === "beat" ? asProducer : asRapper;
      expect(await onlyCase(world)).toMatchObject({
        ...{ kind: "report", reporterId: asListener.userId, number },
        ...{ subjectType, subjectId: id, ownerId: owner.userId },
        ...{ reason: "hate", text: "rude" },
      });
      expect(await myReports(asListener)).toEqual([
        {
          ...{ number, subjectType, subjectId: id },
          subject: {
            username: owner.username,
            beat:
              subjectType === "profile" ? null : { id: beatId, title: "Gully" },
          },
          ...{ reason: "hate", text: "rude", status: "received" },
          decision: null,
          createdAt: expect.any(Number) as number,
        },
      ]);
    },
  );

  test("shows its reporter when it was seen, and the result", async () => {
    const { world, beatId } = await makeContent();
    const { asListener, asProducer, asBoth } = world;
    await report(asListener, beatId);
    const { _id, ownerId, subjectId } = await onlyCase(world);
    const follow = async () => (await myReports(asListener))[0];
    await world.t.run((ctx) =>
      ctx.db.patch("cases", _id, { acknowledgedAt: 1 }),
    );
    expect(await follow()).toMatchObject({ status: "seen", decision: null });
    await world.t.run(async (ctx) => {
      const decisionId = await ctx.db.insert("decisions", {
        ...{ moderatorId: asBoth.userId, caseId: _id, ownerId, subjectId },
        ...{ subjectType: "beat", decision: "remove", suspendedUntil: null },
        ...{ about: "a beat", grounds: "spam" },
        ...{ reason: "for the author only", createdAt: 2 },
      });
      await ctx.db.patch("cases", _id, { decidedAt: 2, decisionId });
    });
    await asProducer.mutation(api.beats.remove, { beatId });
    const decided = await follow();
    expect(decided).toMatchObject({
      ...{ status: "decided", decision: "remove", subject: null },
    });
    expect(JSON.stringify(decided)).not.toContain("for the author only");
    expect(JSON.stringify(decided)).not.toContain(asBoth.userId);
  });

  test("is not shown to the person reported or to anyone else", async () => {
    const { world, beatId } = await makeContent();
    const { asListener, asProducer, asBoth, stranger } = world;
    const owner = asProducer.userId;
    const look = async () =>
      JSON.stringify([
        await asProducer.query(api.viewer.get, {}),
        await asProducer.query(api.beats.get, { beatId }),
        await stranger.query(api.profiles.get, { userId: owner }),
        await stranger.query(api.stats.get, { userId: owner }),
      ]);
    const before = await look();
    await report(asListener, beatId);
    await report(asListener, owner, { subjectType: "profile" });
    expect(await look()).toBe(before);
    for (const other of [asProducer, asBoth, stranger]) {
      expect(await myReports(other)).toEqual([]);
    }
  });

  test.each([
    ["asProducer", "beat"],
    ["asRapper", "verse"],
    ["asRapper", "words"],
    ["asListener", "profile"],
  ] as const)(
    "by %s about their own %s is refused",
    async (who, subjectType) => {
      const { world, beatId, verseId } = await makeContent();
      const id = {
        beat: beatId,
        verse: verseId,
        words: verseId,
        profile: world[who].userId,
      }[subjectType];
      const attempt = report(world[who], id, { subjectType });
      await expectRefusal(attempt, "CANNOT_REPORT_SELF");
      expect(await world.rows("cases")).toEqual([]);
    },
  );

  test.each([
    ["asUnconfirmed", "EMAIL_NOT_CONFIRMED"],
    ["asNameless", "PROFILE_MISSING"],
    ["stranger", "NOT_SIGNED_IN"],
  ] as const)("by %s is refused", async (who, code) => {
    const { world, beatId } = await makeContent();
    await expectRefusal(report(world[who], beatId), code);
  });

  test.each([
    ["beat", "BEAT_NOT_FOUND"],
    ["verse", "VERSE_NOT_FOUND"],
    ["words", "VERSE_NOT_FOUND"],
    ["profile", "PROFILE_MISSING"],
  ] as const)("about a missing %s is refused", async (subjectType, code) => {
    const { world, beatId } = await makeContent();
    const { asListener, asNameless } = world;
    const wrong = subjectType === "beat" ? asNameless.userId : beatId;
    for (const id of ["", "garbage", wrong]) {
      await expectRefusal(report(asListener, id, { subjectType }), code);
    }
  });

  test("about words of a verse that has none is refused", async () => {
    const { world, verseId } = await makeContent();
    await world.asRapper.mutation(api.words.withdraw, { verseId });
    const attempt = report(world.asListener, verseId, { subjectType: "words" });
    await expectRefusal(attempt, "WORDS_NOT_FOUND");
  });

  test("needs a text only with the reason that says nothing", async () => {
    const { world, beatId } = await makeContent();
    const { asListener } = world;
    const bare = report(asListener, beatId, { reason: "other", text: "  " });
    await expectRefusal(bare, "REPORT_TEXT_REQUIRED");
    const long = report(asListener, beatId, { text: "x".repeat(2001) });
    await expect(long).rejects.toThrow();
    await report(asListener, beatId, {
      reason: "other",
      text: "x".repeat(2000),
    });
  });

  test("does not cover or reverse other texts", async () => {
    const { world, beatId } = await makeContent();
    const bare = { reason: "other", text: "\u202E\u200B" } as const;
    const attempt = report(world.asListener, beatId, bare);
    await expectRefusal(attempt, "REPORT_TEXT_REQUIRED");
    const text = `\u202Eevil Z${"\u0301".repeat(99)}`;
    await report(world.asListener, beatId, { reason: "other", text });
    const { text: stored } = await onlyCase(world);
    expect(stored).toBe(`evil Z${"\u0301".repeat(8)}`);
  });

  test("is refused while an earlier one on the same thing is open", async () => {
    const { world, beatId, verseId } = await makeContent();
    const { asListener, asBoth } = world;
    await report(asListener, beatId);
    const again = report(asListener, beatId, { reason: "hate" });
    await expectRefusal(again, "REPORT_EXISTS");
    const { _id } = await onlyCase(world);
    await report(asBoth, beatId);
    await report(asListener, verseId, { subjectType: "verse" });
    await report(asListener, verseId, { subjectType: "words" });
    await world.t.run((ctx) => ctx.db.patch("cases", _id, { decidedAt: 1 }));
    await report(asListener, beatId);
    expect(await world.rows("cases")).toHaveLength(5);
  });

  test("sent twice at once counts once", async () => {
    const { world, beatId } = await makeContent();
    const { asListener } = world;
    const sent = [1, 2, 3].map(() => report(asListener, beatId));
    const results = await Promise.allSettled(sent);
    const done = results.filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(1);
    await onlyCase(world);
  });

  test("waits its turn after many others", async () => {
    vi.stubEnv("LIMIT_REPORT_PER_ACCOUNT", "1");
    const { world, beatId, verseId } = await makeContent();
    await report(world.asListener, beatId);
    const next = report(world.asListener, verseId, { subjectType: "verse" });
    expect(await reasonBy(next)).toMatchObject({ code: "RATE_LIMITED" });
  });

  test("is among the latest fifty that its reporter sees, newest first", async () => {
    const { world, beatId } = await makeContent();
    const { asListener } = world;
    await report(asListener, beatId);
    const first = await onlyCase(world);
    await world.t.run(async (ctx) => {
      for (let n = 1; n <= 60; n++) {
        const createdAt = first.createdAt + n;
        const { _id, _creationTime, ...fields } = first;
        await ctx.db.insert("cases", { ...fields, number: `${n}`, createdAt });
      }
    });
    const numbers = (await myReports(asListener)).map(({ number }) => number);
    expect(numbers).toHaveLength(50);
    expect(numbers.slice(0, 2)).toEqual(["60", "59"]);
  });
});
