import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
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
import { HOUR_MS } from "./shared/limits";

let world: ModeratedWorld;
const acknowledge = (caseId: Id<"cases">) =>
  world.moderator.mutation(api.moderation.acknowledge, { caseId });

beforeEach(async () => {
  world = await makeModeratedWorld();
});

afterEach(async () => {
  await world.end();
});

describe("moderators", () => {
  test("only the command line appoints and dismisses them", async () => {
    const { asListener } = world;
    await expectRefusal(world.queue(asListener), "NOT_A_MODERATOR");
    await appoint(world, asListener);
    await appoint(world, asListener);
    expect(await world.rows("moderators")).toHaveLength(2);
    expect(await world.queue(asListener)).toMatchObject({ cases: [] });
    const { username } = asListener;
    await world.t.mutation(internal.moderators.dismiss, { username });
    await expectRefusal(world.queue(asListener), "NOT_A_MODERATOR");
  });

  test("an unknown name is refused", async () => {
    const username = "nobody here";
    for (const name of ["appoint", "dismiss"] as const) {
      const attempt = world.t.mutation(internal.moderators[name], { username });
      expect(await reasonBy(attempt)).toMatchObject({ code: "USER_NOT_FOUND" });
    }
  });

  test.each([
    ["asProducer", "NOT_A_MODERATOR"],
    ["asRapper", "NOT_A_MODERATOR"],
    ["asBoth", "NOT_A_MODERATOR"],
    ["asListener", "NOT_A_MODERATOR"],
    ["asUnconfirmed", "EMAIL_NOT_CONFIRMED"],
    ["asNameless", "PROFILE_MISSING"],
    ["stranger", "NOT_SIGNED_IN"],
  ] as const)("%s can read and do nothing here", async (who, code) => {
    stopClock();
    const { _id } = await world.reportVerse();
    const pendingId = await decide(world.moderator, _id, { decision: "warn" });
    const person = world[who];
    const args = { caseId: _id, suspension: null, reason: "" };
    for (const attempt of [
      () => person.query(api.moderation.queue, {}),
      () => person.query(api.moderation.get, { caseId: _id }),
      () => person.mutation(api.moderation.acknowledge, { caseId: _id }),
      () =>
        person.mutation(api.moderation.decide, { ...args, decision: "remove" }),
      () => person.mutation(api.moderation.undo, { pendingId }),
    ]) {
      await expectRefusal(attempt(), code);
    }
    expect(await world.rows("pendingDecisions")).toHaveLength(1);
  });

  test("a suspended moderator is refused until the suspension ends", async () => {
    const { _id } = await world.reportVerse();
    const other = await appoint(world, world.asListener);
    const about = await world.reportProfile(other);
    await world.suspend(about._id, 1);
    for (const attempt of [
      () => world.queue(other),
      () => other.query(api.moderation.get, { caseId: _id }),
      () => other.mutation(api.moderation.acknowledge, { caseId: _id }),
      () => decide(other, _id, { decision: "dismiss" }),
      () => other.mutation(api.moderation.undo, { pendingId: "x" }),
    ]) {
      expect(await reasonBy(attempt())).toMatchObject({ code: "SUSPENDED" });
    }
  });
});

describe("the queue", () => {
  test("lists what is due first, and says when the next step is due", async () => {
    const subject = { subjectType: "verse", subjectId: world.verseId } as const;
    const slow = await openTestCase(world, { ...subject, reason: "spam" });
    const later = await openTestCase(world, { ...subject, reason: "hate" });
    const { cases } = await world.queue();
    expect(cases.map(({ id }) => id)).toEqual([slow._id, later._id]);
    expect(cases[0]).toMatchObject({
      about: "Gully",
      dueAt: slow.createdAt + 24 * HOUR_MS,
    });
    await acknowledge(slow._id);
    const seen = (await world.queue()).cases;
    expect(seen.map(({ id }) => id)).toEqual([later._id, slow._id]);
    expect(seen[1]?.dueAt).toBe(slow.createdAt + 72 * HOUR_MS);
  });

  test.each(["child", "sexual", "impersonation"] as const)(
    "a case about %s stands first from the beginning, however long the queue is",
    async (reason) => {
      const subject = { subjectType: "beat", subjectId: world.beatId } as const;
      for (let n = 0; n < 101; n++) await world.reportVerse();
      const urgent = await openTestCase(world, { ...subject, reason });
      const first = async () => (await world.queue()).cases[0];
      expect(await first()).toMatchObject({ id: urgent._id, reason });
      await acknowledge(urgent._id);
      expect(await first()).toMatchObject({ id: urgent._id });
      const { cases, hasMore } = await world.queue();
      expect(hasMore).toBe(true);
      expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    },
  );

  test("urgent cases stand among each other by when they are due", async () => {
    const reasons = ["spam", "sexual", "child", "impersonation"] as const;
    const subject = { subjectType: "verse", subjectId: world.verseId } as const;
    for (const reason of reasons) {
      await openTestCase(world, { ...subject, reason });
    }
    const { cases } = await world.queue();
    const order = cases.map(({ reason }) => reason);
    expect(order).toEqual(["sexual", "child", "impersonation", "spam"]);
  });

  test("as many urgent cases as are shown leave no room for others", async () => {
    const subject = { subjectType: "beat", subjectId: world.beatId } as const;
    await world.reportVerse();
    for (let n = 0; n < 101; n++) {
      await openTestCase(world, { ...subject, reason: "child" });
    }
    const { cases, hasMore } = await world.queue();
    expect(new Set(cases.map(({ reason }) => reason))).toEqual(
      new Set(["child"]),
    );
    expect(hasMore).toBe(true);
  });

  test("an urgent case from before they stood first is found when it is due", async () => {
    const spam = await world.reportVerse();
    const subject = { subjectType: "beat", subjectId: world.beatId } as const;
    const old = await openTestCase(world, { ...subject, reason: "child" });
    await world.t.run((ctx) =>
      ctx.db.patch("cases", old._id, { isUrgent: undefined }),
    );
    const order = (await world.queue()).cases.map(({ id }) => id);
    expect(order).toEqual([old._id, spam._id]);
  });

  test("a case to acknowledge comes before one to decide that is due later", async () => {
    const seen = await world.reportVerse();
    const fresh = await world.reportBeat();
    await acknowledge(seen._id);
    for (let n = 0; n < 100; n++) await world.reportVerse();
    const { cases } = await world.queue();
    expect(cases[0]?.id).toBe(fresh._id);
    expect(cases.map(({ id }) => id)).not.toContain(seen._id);
  });

  test("cases from before due times were kept come where they are due", async () => {
    const seen = await world.reportVerse();
    await acknowledge(seen._id);
    const fresh = await world.reportBeat();
    const old = await world.reportProfile();
    await world.t.run(async (ctx) => {
      for (const { _id } of [seen, old]) {
        await ctx.db.patch("cases", _id, { dueAt: undefined });
      }
      await ctx.db.patch("cases", old._id, { acknowledgeBy: 1 });
    });
    const order = (await world.queue()).cases.map(({ id }) => id);
    expect(order).toEqual([old._id, fresh._id, seen._id]);
  });

  test("a case is acknowledged once", async () => {
    const { _id: caseId } = await world.reportVerse();
    await acknowledge(caseId);
    const [first] = await world.rows("cases");
    await acknowledge(caseId);
    expect(await world.rows("cases")).toEqual([first]);
    expect(first?.acknowledgedAt).toBeTypeOf("number");
  });

  test("a case about one's own things is not acknowledged", async () => {
    const own = await world.reportProfile(world.moderator);
    await expectRefusal(acknowledge(own._id), "OWN_CONTENT");
    expect(await world.rows("cases")).toEqual([own]);
  });

  test("nobody acknowledges a report of their own", async () => {
    const own = await openTestCase(world, {
      ...{ subjectType: "verse", subjectId: world.verseId },
      reporterId: world.moderator.userId,
    });
    await expectRefusal(acknowledge(own._id), "OWN_REPORT");
    expect(await world.rows("cases")).toEqual([own]);
  });

  test("leaves out what the viewer may not decide, and counts it", async () => {
    const { moderator } = world;
    await world.reportProfile(moderator);
    const subject = { subjectType: "verse", subjectId: world.verseId } as const;
    await openTestCase(world, { ...subject, reporterId: moderator.userId });
    expect(await world.queue()).toMatchObject({ cases: [], forOthers: 2 });
  });

  test.each([true, false])(
    "reads past the cases that the viewer may not decide; urgent: %s",
    async (isUrgent) => {
      const reason = isUrgent ? "impersonation" : "spam";
      const subjectId = world.moderator.userId;
      const own = { subjectType: "profile", subjectId, reason } as const;
      for (let n = 0; n < 150; n++) await openTestCase(world, own);
      const subject = { subjectType: "beat", subjectId: world.beatId } as const;
      const urgent = { ...subject, reason: "child" } as const;
      const opened = [
        await openTestCase(world, urgent),
        await world.reportVerse(),
      ];
      const { cases, hasMore, forOthers } = await world.queue();
      expect(cases.map(({ id }) => id)).toEqual(opened.map(({ _id }) => _id));
      expect([hasMore, forOthers]).toEqual([false, 150]);
    },
  );

  test("stops reading somewhere, and says that there are more", async () => {
    const subjectId = world.moderator.userId;
    const own = { subjectType: "profile", subjectId } as const;
    for (let n = 0; n < 301; n++) await openTestCase(world, own);
    expect(await world.queue()).toMatchObject({
      cases: [],
      forOthers: 300,
      hasMore: true,
    });
  });

  /** Opens very many urgent reports about the moderator at once. */
  async function flood(): Promise<void> {
    const subjectId = world.moderator.userId;
    const { _id, _creationTime, ...own } = await openTestCase(world, {
      ...{ subjectType: "profile", subjectId, reason: "impersonation" },
    });
    await world.t.run(async ({ db }) => {
      const inserting = Array.from({ length: 620 }, () =>
        db.insert("cases", own),
      );
      await Promise.all(inserting);
    });
  }

  test("reports about the only moderator, however many, hide no other case", async () => {
    await flood();
    const opened = [
      await openTestCase(world, {
        ...{ subjectType: "beat", subjectId: world.beatId, reason: "child" },
      }),
      await world.reportVerse(),
    ];
    const { cases, forOthers } = await world.queue();
    expect(cases.map(({ id }) => id)).toEqual(opened.map(({ _id }) => _id));
    expect(forOthers).toBeGreaterThan(0);
    const other = await appoint(world, await world.join());
    expect((await world.queue(other)).cases).toHaveLength(50);
  });

  test("the same holds for reports from before the appointment", async () => {
    const { username } = world.moderator;
    await world.t.mutation(internal.moderators.dismiss, { username });
    await flood();
    const found = await world.reportVerse();
    await appoint(world, world.moderator);
    expect((await world.queue()).cases).toMatchObject([{ id: found._id }]);
  });

  test("shows fifty of many cases and says that there are more", async () => {
    for (let n = 0; n < 52; n++) await world.reportVerse();
    const { cases, hasMore } = await world.queue();
    expect([cases.length, hasMore]).toEqual([50, true]);
  });

  test("garbage ids are refused in words", async () => {
    const { moderator } = world;
    for (const caseId of ["", "x", world.verseId]) {
      await expectRefusal(
        moderator.query(api.moderation.get, { caseId }),
        "CASE_NOT_FOUND",
      );
      await expectRefusal(
        moderator.mutation(api.moderation.acknowledge, { caseId }),
        "CASE_NOT_FOUND",
      );
      await expectRefusal(
        decide(moderator, caseId as Id<"cases">, { decision: "dismiss" }),
        "CASE_NOT_FOUND",
      );
    }
  });
});

describe("one case", () => {
  test("comes with everything needed to decide, but not with the reporter", async () => {
    const { moderator, asListener } = world;
    const warned = await world.reportProfile();
    const reason = "Please do not spam.";
    await decideNow(world, moderator, warned._id, { decision: "warn", reason });
    await world.reportVerse();
    const { _id } = await openTestCase(world, {
      subjectType: "verse",
      subjectId: world.verseId,
      reporterId: asListener.userId,
      text: "<b>rude</b>",
    });
    const details = await moderator.query(api.moderation.get, { caseId: _id });
    expect(details).toMatchObject({
      about: "Gully",
      text: "<b>rude</b>",
      verse: { id: world.verseId, fileUrl: expect.any(String) as string },
      owner: { username: "rapper" },
      earlier: [{ decision: "warn", reason: "Please do not spam." }],
      others: [{ text: "Look at this." }],
      othersCount: 1,
      refusal: null,
    });
    expect(JSON.stringify(details)).not.toContain(asListener.userId);
  });

  test("nobody reads reports about themselves", async () => {
    const { _id: caseId } = await world.reportProfile(world.moderator);
    const attempt = world.moderator.query(api.moderation.get, { caseId });
    await expectRefusal(attempt, "OWN_CONTENT");
  });

  test("same audio is shown with what had it before", async () => {
    const { _id: caseId } = await openTestCase(world, {
      subjectType: "verse",
      subjectId: world.verseId,
      kind: "sameAudio",
      reason: "copyright",
      matchesId: world.beatId,
    });
    const details = await world.moderator.query(api.moderation.get, { caseId });
    expect(details.matches).toMatchObject({ title: "Gully" });
  });
});
