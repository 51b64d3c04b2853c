import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { claimAs } from "./testing/test.claims";
import type { Id } from "./_generated/dataModel";
import { appoint, decideNow, openTestCase } from "./testing/test.cases";
import { beginUpload, noise } from "./testing/test.pieces";
import {
  expectRefusal,
  makeWorld,
  reasonBy,
  type Person,
} from "./testing/test.world";

async function makeModerated() {
  const world = await makeWorld();
  const moderator = await appoint(world, await world.join());
  const beatId = await world.publishBeat(world.asProducer);
  const verseId = await world.publishVerse(world.asRapper, beatId);
  return { ...world, moderator, beatId, verseId };
}

let world: Awaited<ReturnType<typeof makeModerated>>;

beforeEach(async () => {
  world = await makeModerated();
});

afterEach(async () => {
  vi.useRealTimers();
  await world.end();
  vi.unstubAllEnvs();
});

const decisions = {
  dismiss: { decision: "dismiss" },
  warn: { decision: "warn", reason: "Be kind." },
  suspend: { decision: "suspend", suspension: "forGood" },
  grant: { decision: "grant" },
  remove: { decision: "remove" },
} as const;

async function decideOnVerse(
  name: keyof typeof decisions,
  moderator = world.moderator,
): Promise<Id<"decisions">> {
  const { verseId: subjectId } = world;
  const found = await openTestCase(world, { subjectType: "verse", subjectId });
  await decideNow(world, moderator, found._id, decisions[name]);
  const row = (await world.rows("decisions")).at(-1);
  if (!row) throw new Error("nothing was decided");
  return row._id;
}

const mine = (person: Person) => person.query(api.notices.mine, {});
const unread = async (person: Person) =>
  (await person.query(api.viewer.get, {}))?.unreadNotices;
const appeal = (person: Person, decisionId: string, text = "It is mine.") =>
  person.mutation(api.notices.appeal, { decisionId, text });

async function openAppeal() {
  const found = (await world.rows("cases")).find(
    ({ kind, decidedAt }) => kind === "appeal" && decidedAt === null,
  );
  if (!found) throw new Error("there is no open appeal");
  return found._id;
}

test("the author learns what was decided and why; others learn nothing", async () => {
  const { asRapper, asProducer } = world;
  await decideOnVerse("warn");
  expect(await mine(asRapper)).toMatchObject([
    {
      about: "Gully",
      isRead: false,
      decision: { decision: "warn", grounds: "spam", reason: "Be kind." },
      canAppeal: true,
    },
  ]);
  expect(JSON.stringify(await mine(asRapper))).not.toContain(
    world.moderator.userId,
  );
  expect(await mine(asProducer)).toEqual([]);
  expect(await world.stranger.query(api.notices.mine, {})).toEqual([]);
});

test("rappers learn that their verses went with a removed beat, and nothing else", async () => {
  const { moderator, asRapper, asProducer, beatId } = world;
  const second = await world.join({ role: "producer_rapper" });
  await world.publishVerse(asRapper, beatId);
  await world.publishVerse(second, beatId);
  const subject = { subjectType: "beat", subjectId: beatId } as const;
  const { _id: caseId } = await openTestCase(world, subject);
  const details = await moderator.query(api.moderation.get, { caseId });
  expect(details.othersVerses).toBe(3);
  const reason = "Only for the producer.";
  await decideNow(world, moderator, caseId, { decision: "remove", reason });
  for (const rapper of [asRapper, second]) {
    const notices = await mine(rapper);
    expect(notices).toMatchObject([
      {
        ...{ about: "Gully", lostVerse: true, isRead: false, decision: null },
        ...{ canAppeal: false, canAnswer: false },
      },
    ]);
    expect(await unread(rapper)).toBe(1);
  }
  expect(await mine(asProducer)).toMatchObject([
    { lostVerse: false, decision: { decision: "remove", reason } },
  ]);
  const decisionId = (await world.rows("decisions"))[0]?._id ?? "";
  await expectRefusal(appeal(asRapper, decisionId), "DECISION_NOT_FOUND");
});

test("a producer is told once about a beat with verses of their own", async () => {
  const both = await world.join({ role: "producer_rapper" });
  const beatId = await world.publishBeat(both);
  await world.publishVerse(both, beatId);
  const subject = { subjectType: "beat", subjectId: beatId } as const;
  const { _id: caseId } = await openTestCase(world, subject);
  const details = await world.moderator.query(api.moderation.get, { caseId });
  expect(details.othersVerses).toBe(0);
  await decideNow(world, world.moderator, caseId, { decision: "remove" });
  expect(await mine(both)).toMatchObject([{ lostVerse: false }]);
});

test("a notice counts as unread until its reader marks it", async () => {
  const { asRapper } = world;
  expect(await unread(asRapper)).toBe(0);
  await decideOnVerse("warn");
  expect(await unread(asRapper)).toBe(1);
  await asRapper.mutation(api.notices.markRead, {});
  expect(await unread(asRapper)).toBe(0);
  expect(await mine(asRapper)).toMatchObject([{ isRead: true }]);
  const attempt = world.stranger.mutation(api.notices.markRead, {});
  await expectRefusal(attempt, "NOT_SIGNED_IN");
});

test("claims, which anyone can make, do not hide a decision", async () => {
  vi.stubEnv("LIMIT_CLAIM_PER_ORIGIN", "off");
  await decideOnVerse("warn");
  for (let n = 0; n < 60; n++) {
    await claimAs(world, world.stranger, {
      name: "Meera Iyer",
      email: `meera.${n}@example.com`,
      link: `/listen/verses/${world.verseId}`,
      work: "My track Rain, 2019",
      proof: "https://music.example/rain",
      signature: "Meera Iyer",
    });
  }
  const notices = await mine(world.asRapper);
  expect(notices.filter(({ kind }) => kind === "claim")).toHaveLength(50);
  expect(notices.at(-1)).toMatchObject({ decision: { decision: "warn" } });
  await world.asRapper.mutation(api.notices.markRead, {});
  expect((await mine(world.asRapper)).every(({ isRead }) => isRead)).toBe(true);
});

test("a dismissed report is not mentioned to the author", async () => {
  await decideOnVerse("dismiss");
  expect(await mine(world.asRapper)).toEqual([]);
});

test.each(["remove", "warn", "suspend"] as const)(
  "the author may appeal once against: %s",
  async (name) => {
    const { asRapper } = world;
    const decisionId = await decideOnVerse(name);
    await appeal(asRapper, decisionId);
    await expectRefusal(appeal(asRapper, decisionId), "APPEALED_ALREADY");
    expect(await mine(asRapper)).toMatchObject([{ canAppeal: false }]);
    const caseId = await openAppeal();
    const other = await appoint(world, world.asListener);
    const details = await other.query(api.moderation.get, { caseId });
    expect(details).toMatchObject({
      kind: "appeal",
      text: "It is mine.",
      about: "Gully",
      appealed: { decision: name },
    });
  },
);

test("an appeal does not cover or reverse other texts", async () => {
  const decisionId = await decideOnVerse("warn");
  const send = (text: string) =>
    world.asRapper.mutation(api.notices.appeal, { decisionId, text });
  await expectRefusal(send("\u202E\u200B"), "APPEAL_REQUIRED");
  await send(`\u202Eevil Z${"\u0301".repeat(99)}`);
  const appealed = (await world.rows("cases")).find(
    ({ kind }) => kind === "appeal",
  );
  expect(appealed?.text).toBe(`evil Z${"\u0301".repeat(8)}`);
});

test("of two appeals at once, one is opened", async () => {
  const decisionId = await decideOnVerse("warn");
  const attempts = await Promise.allSettled([
    appeal(world.asRapper, decisionId),
    appeal(world.asRapper, decisionId),
  ]);
  const statuses = attempts.map(({ status }) => status).sort();
  expect(statuses).toEqual(["fulfilled", "rejected"]);
  expect(await world.rows("appeals")).toHaveLength(1);
});

test("the moderator who decided leaves the appeal to another one", async () => {
  const { moderator, asRapper } = world;
  await appeal(asRapper, await decideOnVerse("suspend"));
  const caseId = await openAppeal();
  const other = await appoint(world, world.asListener);
  const queue = await moderator.query(api.moderation.queue, {});
  expect(queue).toMatchObject({ cases: [], forOthers: 1 });
  await expectRefusal(
    decideNow(world, moderator, caseId, decisions.grant),
    "OWN_DECISION",
  );
  await decideNow(world, other, caseId, decisions.grant);
  expect(await world.rows("suspensions")).toEqual([]);
  await beginUpload(asRapper, noise(10), { kind: "verses" });
  const [latest] = await mine(asRapper);
  expect(latest).toMatchObject({
    kind: "appeal",
    decision: { decision: "grant" },
    canAppeal: false,
  });
});

test("where there is no other moderator, the same one decides the appeal", async () => {
  await appeal(world.asRapper, await decideOnVerse("suspend"));
  const caseId = await openAppeal();
  await decideNow(world, world.moderator, caseId, decisions.dismiss);
  expect(await world.rows("suspensions")).toHaveLength(1);
  const [latest] = await mine(world.asRapper);
  expect(latest?.decision).toMatchObject({ decision: "dismiss" });
});

test("a moderator's own appeal goes to the one who decided, if no other is left", async () => {
  const { moderator } = world;
  const author = await appoint(world, world.asRapper);
  await appeal(author, await decideOnVerse("warn"));
  const caseId = await openAppeal();
  await expectRefusal(
    decideNow(world, author, caseId, decisions.grant),
    "OWN_CONTENT",
  );
  const inQueue = async () =>
    (await moderator.query(api.moderation.queue, {})).cases.map(({ id }) => id);
  expect(await inQueue()).toEqual([caseId]);
  const other = await appoint(world, world.asListener);
  expect(await inQueue()).toEqual([]);
  const { username } = other;
  await world.t.mutation(internal.moderators.dismiss, { username });
  await decideNow(world, moderator, caseId, decisions.grant);
});

test("a suspended moderator is no other one for an appeal", async () => {
  const { moderator } = world;
  const other = await appoint(world, world.asListener);
  await appeal(world.asRapper, await decideOnVerse("warn"));
  const caseId = await openAppeal();
  await expectRefusal(
    decideNow(world, moderator, caseId, decisions.grant),
    "OWN_DECISION",
  );
  const about = await openTestCase(world, {
    subjectType: "profile",
    subjectId: other.userId,
  });
  await decideNow(world, moderator, about._id, decisions.suspend);
  await decideNow(world, moderator, caseId, decisions.grant);
});

test("nor is one who has reported the same item", async () => {
  const { moderator } = world;
  const other = await appoint(world, world.asListener);
  await appeal(world.asRapper, await decideOnVerse("warn"));
  await openTestCase(world, {
    subjectType: "verse",
    subjectId: world.verseId,
    reporterId: other.userId,
  });
  const caseId = await openAppeal();
  await expectRefusal(
    decideNow(world, other, caseId, decisions.grant),
    "OWN_REPORT",
  );
  await decideNow(world, moderator, caseId, decisions.grant);
});

test("a granted appeal does not lift a suspension of another decision", async () => {
  const warning = await decideOnVerse("warn");
  await decideOnVerse("suspend");
  await appeal(world.asRapper, warning);
  await decideNow(world, world.moderator, await openAppeal(), decisions.grant);
  expect(await world.rows("suspensions")).toHaveLength(1);
});

test("an appeal is not closed with the reports on the same item", async () => {
  await appeal(world.asRapper, await decideOnVerse("warn"));
  await decideOnVerse("warn");
  await openAppeal();
});

test("an appeal takes no other decision than to grant or dismiss it", async () => {
  await appeal(world.asRapper, await decideOnVerse("warn"));
  const caseId = await openAppeal();
  const attempt = decideNow(world, world.moderator, caseId, decisions.remove);
  await expectRefusal(attempt, "DECISION_UNFIT");
});

test("nobody appeals against decisions about others, or twice removed ones", async () => {
  const { asRapper, asListener, stranger } = world;
  const decisionId = await decideOnVerse("warn");
  await expectRefusal(appeal(asListener, decisionId), "DECISION_NOT_FOUND");
  await expectRefusal(appeal(asRapper, "garbage"), "DECISION_NOT_FOUND");
  const text = "It is mine.";
  const signedOut = stranger.mutation(api.notices.appeal, { decisionId, text });
  await expectRefusal(signedOut, "NOT_SIGNED_IN");
  await appeal(asRapper, decisionId);
  await decideNow(
    world,
    world.moderator,
    await openAppeal(),
    decisions.dismiss,
  );
  const ofAppeal = (await world.rows("decisions")).at(-1)?._id ?? "";
  await expectRefusal(appeal(asRapper, ofAppeal), "NOT_APPEALABLE");
});

test.each([
  ["  ", "APPEAL_REQUIRED"],
  ["x".repeat(1001), "APPEAL_TOO_LONG"],
] as const)("refuses a bad text", async (text, code) => {
  const decisionId = await decideOnVerse("warn");
  await expectRefusal(appeal(world.asRapper, decisionId, text), code);
});

test("appeals are limited and say when to try again", async () => {
  vi.stubEnv("LIMIT_APPEAL_PER_ACCOUNT", "1");
  const decisionId = await decideOnVerse("warn");
  await appeal(world.asRapper, decisionId);
  const again = await reasonBy(appeal(world.asRapper, decisionId));
  expect(again).toMatchObject({ code: "RATE_LIMITED" });
});

test("the months count what was opened and decided, and nothing else", async () => {
  // At the end of a month, the clock could pass into the next one during the
  // test.
  const now = Math.ceil(await world.newestPersonAt());
  vi.useFakeTimers({ toFake: ["Date"], now });
  await decideOnVerse("warn");
  const other = await decideOnVerse("remove");
  await appeal(world.asRapper, other);
  const months = await world.stranger.query(api.transparency.months, {});
  expect(months).toHaveLength(1);
  const [{ month, counts }] = months as [(typeof months)[number]];
  expect(month).toMatch(/^\d{4}-\d{2}$/);
  const byName = Object.fromEntries(
    counts.map(({ name, count }) => [name, count]),
  );
  expect(byName).toEqual({
    report: 2,
    warn: 1,
    remove: 1,
    appeal: 1,
    onTime: 2,
  });
});
