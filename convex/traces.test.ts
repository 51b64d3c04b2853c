import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { claimAs } from "./testing/test.claims";
import { sha256 } from "./model/sha256";
import { setAuthKeys } from "./testing/test.authKeys";
import { appoint, decide, openTestCase, stopClock } from "./testing/test.cases";
import {
  emailOf,
  joinWithPassword,
  leave,
  passSevenDays,
  removeAllDue,
} from "./testing/test.leaver";
import { fillEveryTable } from "./testing/test.everyTable";
import { TABLES, findTraces, tablesOf } from "./testing/test.traces";
import { type World, makeEmptyWorld } from "./testing/test.world";

let world: World;

beforeEach(async () => {
  await setAuthKeys();
  world = await makeEmptyWorld();
});

afterEach(async () => {
  await world.end();
  vi.unstubAllEnvs();
});

/** These tables never hold anything that belongs to one person. */
const OF_NOBODY: readonly string[] = [
  "authVerifiers", // only for sign-in providers that this app does not have
  "formerUsers",
  "monthCounts",
  "tombstones",
  "uploadSweeps",
];

/**
 * Tables whose rows stay. They name only a case and a decision; the person is
 * removed from both.
 */
const OF_RECORDS: readonly string[] = ["appeals"];

/** Tables to which the request to leave adds rows. */
const OF_LEAVING: readonly string[] = ["departures"];

test("after the removal nothing in the database leads to the person", async () => {
  const leaver = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "vanishing",
  });
  const { texts, otherBeat } = await fillEveryTable(world, leaver);
  const before = tablesOf(await findTraces(world, texts));
  const expected = TABLES.filter(
    (table) => ![...OF_NOBODY, ...OF_RECORDS, ...OF_LEAVING].includes(table),
  );
  expect(before).toEqual(expect.arrayContaining([...expected].sort()));

  await leave(leaver);
  await passSevenDays(world);
  await removeAllDue(world);
  await world.settle();
  await expect.poll(() => findTraces(world, texts)).toEqual([]);
  expect(await world.rows("cases")).toHaveLength(9);
  expect(await world.rows("decisions")).toHaveLength(2);
  const beat = await world.stranger.query(api.beats.get, { beatId: otherBeat });
  expect(beat).toMatchObject({ voteCount: 0, verseCount: 0 });
});

test("a disowned account leaves nothing but claims in which someone entered its address", async () => {
  const stranger = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "vanishing",
  });
  const { userId } = stranger;
  const { texts } = await fillEveryTable(world, stranger);
  const code = sha256("a mailed code");
  await world.t.mutation(internal.account.keepCode, {
    ...{ userId, purpose: "confirm", codeHash: sha256(code) },
  });
  await world.t.run(({ db }) =>
    db.patch("users", userId, { emailVerificationTime: undefined }),
  );
  const disowned = world.stranger.mutation(api.account.disown, { code });
  expect(await disowned).toEqual({ status: "removed" });
  await world.settle();
  const left = async () => tablesOf(await findTraces(world, texts));
  await expect.poll(left).toEqual(["claims"]);
});

test("the records of moderation stay, and name nobody", async () => {
  const leaver = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "vanishing",
  });
  await fillEveryTable(world, leaver);
  const open = (await world.rows("cases")).filter(
    ({ decidedAt }) => decidedAt === null,
  );
  expect(open).toHaveLength(8);
  await leave(leaver);
  await passSevenDays(world);
  await removeAllDue(world);
  const cases = await world.rows("cases");
  const still = cases.filter(({ decidedAt }) => decidedAt === null);
  expect(still.map(({ kind }) => kind).sort()).toEqual([
    ...["claim", "claim", "report", "sameAudio", "sameAudio"],
  ]);
  expect(still.find(({ number }) => number === "R-1")?.text).toBe(
    "a report by them",
  );
  const [former] = await world.rows("formerUsers");
  const nobody = {
    ...{ ownerId: former?.userId, subjectId: former?.userId },
    about: "",
  };
  expect(cases.filter(({ text }) => text.includes("about"))).toMatchObject([
    nobody,
    nobody,
  ]);
  const users = await world.rows("users");
  expect(users.find(({ _id }) => _id === former?.userId)).not.toHaveProperty(
    "email",
  );
});

test("claims and appeals stay without what the person said about themselves", async () => {
  const leaver = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "vanishing",
  });
  await fillEveryTable(world, leaver);
  await leave(leaver);
  await passSevenDays(world);
  await removeAllDue(world);
  const [former] = await world.rows("formerUsers");
  const cases = await world.rows("cases");
  const appeal = cases.find(({ kind }) => kind === "appeal");
  const unlinked = { ownerId: former?.userId, reporterId: null, text: "" };
  expect(appeal).toMatchObject(unlinked);
  expect(await world.rows("appeals")).toMatchObject([{ caseId: appeal?._id }]);
  const left = { name: "", email: "", proof: "", signature: "", answer: null };
  const other = { name: "Else", email: "else@example.com", answer: null };
  const claims = await world.rows("claims");
  expect(claims).toMatchObject([left, left, other]);
  expect(claims.map(({ work }) => work)).toEqual(Array(3).fill("the work"));
  expect(await world.rows("pendingDecisions")).toEqual([]);
  const decisions = await world.rows("decisions");
  expect(decisions.map(({ about }) => about)).toEqual(["", "elsewhere"]);
});

test("a decision about them that still waits is withdrawn, with its job", async () => {
  stopClock();
  const leaver = await joinWithPassword(world, { role: "producer" });
  const moderator = await appoint(world, await world.join());
  const subjectId = await world.publishBeat(leaver);
  const about = { subjectType: "beat", subjectId } as const;
  const { _id } = await openTestCase(world, about);
  await decide(moderator, _id, { decision: "remove" });
  const [pending] = await world.rows("pendingDecisions");
  await leave(leaver);
  await passSevenDays(world);
  await removeAllDue(world);
  expect(await world.rows("pendingDecisions")).toEqual([]);
  const job = await world.t.run(
    async ({ db }) =>
      pending?.jobId && db.system.get("_scheduled_functions", pending.jobId),
  );
  expect(job).toMatchObject({ state: { kind: "canceled" } });
});

test("entering a stranger's address without confirming it cannot empty their claims", async () => {
  const leaver = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "vanishing",
    isConfirmed: false,
  });
  const owner = await world.join({ role: "producer", username: "elsewhere" });
  const link = `/beats/${await world.publishBeat(owner)}`;
  await claimAs(world, world.stranger, {
    ...{ name: "Owner", signature: "Owner", email: emailOf(leaver) },
    ...{ link, work: "the work", proof: "a link" },
  });
  await leave(leaver);
  await passSevenDays(world);
  await removeAllDue(world);
  expect(await world.rows("claims")).toMatchObject([
    { name: "Owner", email: emailOf(leaver), proof: "a link" },
  ]);
});
