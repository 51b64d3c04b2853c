import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import {
  appoint,
  decide,
  decideNow,
  openTestCase,
  stopClock,
} from "./testing/test.cases";
import {
  makeModeratedWorld,
  type ModeratedWorld,
} from "./testing/test.moderation";
import { expectRefusal, reasonBy } from "./testing/test.world";

let world: ModeratedWorld;

beforeEach(async () => {
  world = await makeModeratedWorld();
  stopClock();
});

afterEach(async () => {
  await world.end();
  vi.unstubAllEnvs();
});

describe("a decision", () => {
  test("can be undone until it is carried out", async () => {
    const { moderator } = world;
    const { _id } = await world.reportVerse();
    const pendingId = await decide(moderator, _id, { decision: "remove" });
    expect(await world.queue()).toMatchObject({
      cases: [],
      pending: [{ id: pendingId, caseId: _id, decision: "remove" }],
    });
    await moderator.mutation(api.moderation.undo, { pendingId });
    expect((await world.queue()).cases).toHaveLength(1);
    await world.t.mutation(internal.moderation.carryOut, { pendingId });
    expect(await world.rows("decisions")).toEqual([]);
    expect(await world.rows("verses")).toHaveLength(1);
    const late = moderator.mutation(api.moderation.undo, { pendingId });
    await expectRefusal(late, "UNDO_TOO_LATE");
  });

  test("waits on the server, which carries it out after ten seconds", async () => {
    const { _id } = await world.reportVerse();
    const beforeAt = Date.now();
    await decide(world.moderator, _id, { decision: "dismiss" });
    const afterAt = Date.now();
    const [pending] = await world.rows("pendingDecisions");
    const jobs = await world.t.run((ctx) =>
      ctx.db.system.query("_scheduled_functions").collect(),
    );
    const job = jobs.find(({ _id: id }) => id === pending?.jobId);
    expect(job?.name).toContain("carryOut");
    expect(job?.state.kind).toBe("pending");
    expect(job?.scheduledTime).toBeGreaterThanOrEqual(beforeAt + 10_000);
    expect(job?.scheduledTime).toBeLessThanOrEqual(afterAt + 10_000);
  });

  test("is undone only by the moderator who made it", async () => {
    const other = await appoint(world, world.asListener);
    const { _id } = await world.reportVerse();
    const pendingId = await decide(world.moderator, _id, { decision: "warn" });
    const undo = other.mutation(api.moderation.undo, { pendingId });
    await expectRefusal(undo, "UNDO_TOO_LATE");
    expect(await world.rows("pendingDecisions")).toHaveLength(1);
  });

  test("about an item blocks a second one on the same item until then", async () => {
    const other = await appoint(world, world.asListener);
    const first = await world.reportVerse();
    const second = await world.reportVerse();
    await decide(world.moderator, first._id, { decision: "remove" });
    for (const { _id } of [first, second]) {
      const attempt = decide(other, _id, { decision: "dismiss" });
      await expectRefusal(attempt, "CASE_BEING_DECIDED");
    }
    expect((await world.queue(other)).cases).toEqual([]);
  });

  test("is said to other moderators who have the case open", async () => {
    const other = await appoint(world, world.asListener);
    const { _id: caseId } = await world.reportVerse();
    const sibling = await world.reportVerse();
    const isBeingDecided = async () => {
      const found = { caseId: sibling._id };
      const details = await other.query(api.moderation.get, found);
      return details.isBeingDecided;
    };
    expect(await isBeingDecided()).toBe(false);
    const given = { decision: "warn" } as const;
    const pendingId = await decide(world.moderator, caseId, given);
    expect(await isBeingDecided()).toBe(true);
    await world.moderator.mutation(api.moderation.undo, { pendingId });
    expect(await isBeingDecided()).toBe(false);
  });

  test("of a dismissed moderator is dropped", async () => {
    const { moderator } = world;
    const { _id } = await world.reportVerse();
    const pendingId = await decide(moderator, _id, { decision: "remove" });
    const { username } = moderator;
    await world.t.mutation(internal.moderators.dismiss, { username });
    await world.t.mutation(internal.moderation.carryOut, { pendingId });
    expect(await world.rows("verses")).toHaveLength(1);
    expect(await world.rows("pendingDecisions")).toEqual([]);
    expect((await world.rows("cases"))[0]?.decidedAt).toBeNull();
  });

  test("removes a verse with its file, and every count agrees", async () => {
    await world.asListener.mutation(api.votes.set, {
      contentType: "verse",
      contentId: world.verseId,
      voted: true,
    });
    const { _id } = await world.reportVerse();
    await decideNow(world, world.moderator, _id, { decision: "remove" });
    const { beatId } = world;
    expect(await world.stranger.query(api.beats.get, { beatId })).toMatchObject(
      { verseCount: 0 },
    );
    expect(await world.storedFiles()).toHaveLength(1);
    expect(await world.rows("votes")).toEqual([]);
    const { userId } = world.asRapper;
    expect(await world.stranger.query(api.stats.get, { userId })).toEqual({
      totalBeats: 0,
      totalVerses: 0,
      totalLikes: 0,
    });
  });

  test("removes a beat with its verses", async () => {
    const { _id } = await world.reportBeat();
    await decideNow(world, world.moderator, _id, { decision: "remove" });
    for (const table of ["beats", "verses", "waveforms", "files"] as const) {
      expect(await world.rows(table), table).toEqual([]);
    }
    expect(await world.storedFiles()).toEqual([]);
  });

  test("removes the name, bio and links of a profile", async () => {
    const { asRapper } = world;
    const instagram = "@rapper";
    const texts = { username: "rapper", bio: "rude", instagram, youtube: "" };
    await asRapper.mutation(api.profiles.update, texts);
    const { _id } = await world.reportProfile();
    await decideNow(world, world.moderator, _id, { decision: "remove" });
    const { userId } = asRapper;
    const profile = await world.stranger.query(api.profiles.get, { userId });
    expect(profile).toMatchObject({ bio: "", instagram: "" });
    expect(profile?.username).toMatch(/^artist-\d{8}$/);
    expect((await world.rows("decisions"))[0]?.about).toBe("rapper");
  });

  test("removes words without their verse", async () => {
    const { verseId } = world;
    const about = { subjectType: "words", subjectId: verseId } as const;
    const { _id } = await openTestCase(world, about);
    await decideNow(world, world.moderator, _id, { decision: "remove" });
    expect(await world.rows("verseWords")).toEqual([]);
    const [verse] = await world.rows("verses");
    expect(verse).toMatchObject({ _id: verseId, hasWords: false });
    const found = { caseId: _id };
    expect(
      await world.moderator.query(api.moderation.get, found),
    ).toMatchObject({ verse: null, decidedAt: expect.any(Number) as number });
  });

  test("on something that is gone already closes the case", async () => {
    const { _id } = await world.reportVerse();
    const { verseId } = world;
    await world.asRapper.mutation(api.verses.remove, { verseId });
    await decideNow(world, world.moderator, _id, { decision: "remove" });
    expect((await world.rows("cases"))[0]?.decidedAt).toBeTypeOf("number");
  });

  test("on something that is gone names it, to the moderator and to its owner", async () => {
    const { moderator, asProducer, beatId } = world;
    const { _id: caseId } = await world.reportBeat();
    await asProducer.mutation(api.beats.remove, { beatId });
    expect((await world.queue()).cases).toMatchObject([{ about: "Gully" }]);
    const details = await moderator.query(api.moderation.get, { caseId });
    expect(details).toMatchObject({ about: "Gully", beat: null });
    await decideNow(world, moderator, caseId, { decision: "warn" });
    const notices = await asProducer.query(api.notices.mine, {});
    expect(notices).toMatchObject([
      { about: "Gully", decision: { decision: "warn", about: "Gully" } },
    ]);
  });

  test("closes all open cases on the item, and no others", async () => {
    await world.reportVerse();
    await world.reportVerse();
    const { _id } = await world.reportVerse();
    const beatCase = await world.reportBeat();
    const words = await openTestCase(world, {
      subjectType: "words",
      subjectId: world.verseId,
    });
    await decideNow(world, world.moderator, _id, { decision: "warn" });
    const cases = await world.rows("cases");
    const open = cases.filter(({ decidedAt }) => decidedAt === null);
    expect(open.map((found) => found._id)).toEqual([beatCase._id, words._id]);
    const [decision] = await world.rows("decisions");
    const closed = cases.filter(({ decidedAt }) => decidedAt !== null);
    for (const { decisionId } of closed) expect(decisionId).toBe(decision?._id);
    await expectRefusal(
      decide(world.moderator, _id, { decision: "dismiss" }),
      "CASE_DECIDED",
    );
  });

  test("leaves a case open that comes after it, though others are still being closed", async () => {
    await world.reportVerse();
    const { _id } = await world.reportVerse();
    await decideNow(world, world.moderator, _id, { decision: "dismiss" });
    const later = await world.reportVerse();
    await world.settle();
    const { cases } = await world.queue();
    expect(cases.map(({ id }) => id)).toEqual([later._id]);
  });

  test("leaves a report open that comes while it can be undone, and the queue shows it", async () => {
    const { moderator } = world;
    const { _id } = await world.reportVerse();
    const pendingId = await decide(moderator, _id, { decision: "dismiss" });
    const later = await world.reportVerse();
    const queued = async () => (await world.queue()).cases.map(({ id }) => id);
    expect(await queued()).toEqual([later._id]);
    const worse = await decide(moderator, later._id, { decision: "warn" });
    await world.t.mutation(internal.moderation.carryOut, { pendingId: worse });
    await world.t.mutation(internal.moderation.carryOut, { pendingId });
    const decisions = await world.rows("decisions");
    expect(decisions.map(({ caseId }) => caseId)).toEqual([later._id, _id]);
  });

  test("that removes the item closes a report too that comes while it can be undone", async () => {
    const { moderator } = world;
    const { _id } = await world.reportVerse();
    const pendingId = await decide(moderator, _id, { decision: "remove" });
    await world.reportVerse();
    expect((await world.queue()).cases).toEqual([]);
    await world.t.mutation(internal.moderation.carryOut, { pendingId });
    expect((await world.queue()).cases).toEqual([]);
  });

  test("closes more cases than fit into one transaction", async () => {
    for (let n = 0; n < 205; n++) await world.reportVerse();
    const { _id } = await world.reportVerse();
    await decideNow(world, world.moderator, _id, { decision: "dismiss" });
    await world.settle();
    await expect
      .poll(async () =>
        (await world.rows("cases")).filter(({ decidedAt }) => !decidedAt),
      )
      .toEqual([]);
  });

  test("closes what stands behind many cases on the words of the verse", async () => {
    const subjectId = world.verseId;
    for (let n = 0; n < 200; n++) {
      await openTestCase(world, { subjectType: "words", subjectId });
    }
    const { _id: caseId } = await world.reportVerse();
    const behind = await world.reportVerse();
    const found = { caseId };
    expect(
      await world.moderator.query(api.moderation.get, found),
    ).toMatchObject({ othersCount: 1 });
    await decideNow(world, world.moderator, caseId, { decision: "warn" });
    const closed = (await world.rows("cases")).filter(
      ({ decidedAt }) => decidedAt !== null,
    );
    expect(closed.map(({ _id }) => _id)).toEqual([caseId, behind._id]);
  });

  test("is refused about one's own content and one's own report", async () => {
    const { moderator } = world;
    const own = await world.reportProfile(moderator);
    const reported = await openTestCase(world, {
      subjectType: "beat",
      subjectId: world.beatId,
      reporterId: moderator.userId,
    });
    const dismiss = { decision: "dismiss" } as const;
    await expectRefusal(decide(moderator, own._id, dismiss), "OWN_CONTENT");
    await expectRefusal(decide(moderator, reported._id, dismiss), "OWN_REPORT");
  });

  test.each(["report", "claim"] as const)(
    "is refused about an item with an open case of one's own: %s",
    async (kind) => {
      const { moderator } = world;
      const ofOther = await world.reportVerse();
      const own = await openTestCase(world, {
        subjectType: "verse",
        subjectId: world.verseId,
        kind,
        reporterId: moderator.userId,
      });
      const words = await openTestCase(world, {
        subjectType: "words",
        subjectId: world.verseId,
      });
      const dismiss = { decision: "dismiss" } as const;
      const attempt = decide(moderator, ofOther._id, dismiss);
      await expectRefusal(attempt, "OWN_REPORT");
      const queue = await world.queue();
      expect(queue.cases.map(({ id }) => id)).toEqual([words._id]);
      expect(queue.forOthers).toBe(2);
      const other = await appoint(world, world.asListener);
      await decideNow(world, other, own._id, dismiss);
      const later = await world.reportVerse();
      await decideNow(world, moderator, later._id, dismiss);
    },
  );

  test("is dropped if the moderator reports the item before it is carried out", async () => {
    const { moderator, verseId } = world;
    const { _id } = await world.reportVerse();
    const pendingId = await decide(moderator, _id, { decision: "remove" });
    await openTestCase(world, {
      subjectType: "verse",
      subjectId: verseId,
      reporterId: moderator.userId,
    });
    await world.t.mutation(internal.moderation.carryOut, { pendingId });
    expect(await world.rows("verses")).toHaveLength(1);
  });

  test.each([
    { decision: "grant" },
    { decision: "suspend" },
    { decision: "warn", suspension: 7 },
  ] as const)("that does not fit is refused: %j", async (given) => {
    const { _id } = await world.reportVerse();
    await expectRefusal(decide(world.moderator, _id, given), "DECISION_UNFIT");
  });

  test("has a note of at most 500 characters", async () => {
    const { _id } = await world.reportVerse();
    const long = { decision: "warn", reason: "x".repeat(501) } as const;
    await expectRefusal(decide(world.moderator, _id, long), "NOTE_TOO_LONG");
  });

  test("has a note that does not cover or reverse other texts", async () => {
    const { _id } = await world.reportVerse();
    const reason = `\u202Eevil Z${"\u0301".repeat(99)}`;
    await decideNow(world, world.moderator, _id, { decision: "warn", reason });
    const [logged] = await world.rows("decisions");
    expect(logged?.reason).toBe(`evil Z${"\u0301".repeat(8)}`);
  });

  test("is limited in number and says when to try again", async () => {
    vi.stubEnv("LIMIT_MODERATE_PER_ACCOUNT", "1");
    const { _id } = await world.reportVerse();
    await decide(world.moderator, _id, { decision: "warn" });
    const attempt = decide(world.moderator, _id, { decision: "warn" });
    expect(await reasonBy(attempt)).toMatchObject({ code: "RATE_LIMITED" });
  });
});

describe("the log", () => {
  test("names moderator, reason and time, and no module but its own writes it", async () => {
    const { moderator, asRapper } = world;
    const { _id } = await world.reportVerse();
    const reason = "Not yours.";
    await decideNow(world, moderator, _id, { decision: "remove", reason });
    expect(await world.rows("decisions")).toMatchObject([
      {
        moderatorId: moderator.userId,
        ownerId: asRapper.userId,
        decision: "remove",
        grounds: "spam",
        reason: "Not yours.",
        about: "Gully",
      },
    ]);
  });
});
