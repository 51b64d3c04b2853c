import { afterEach, beforeEach, expect, test } from "vitest";
import { api, internal } from "./_generated/api";
import { claimAs } from "./testing/test.claims";
import type { Doc } from "./_generated/dataModel";
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
import { expectRefusal, type Person } from "./testing/test.world";

let world: ModeratedWorld;

beforeEach(async () => {
  world = await makeModeratedWorld();
});

afterEach(async () => {
  await world.end();
});

const REMOVE = { decision: "remove" } as const;
const DISMISS = { decision: "dismiss" } as const;

/** Claims the beat with the address of a person, as `claimant` if they are signed in. */
async function claimOf(
  { username }: Person,
  link = `/beats/${world.beatId}`,
  claimant: Pick<Person, "action"> = world.stranger,
): Promise<Doc<"cases">> {
  const number = await claimAs(world, claimant, {
    link,
    email: ` ${username.toUpperCase()}@Example.com`,
  });
  const found = (await world.rows("cases")).find(
    (one) => one.number === number,
  );
  if (!found) throw new Error("there is no case");
  return found;
}

function fieldsOf<Row extends { _id: string; _creationTime: number }>({
  _id,
  _creationTime,
  ...fields
}: Row) {
  return fields;
}

test("a moderator does not decide about a claim with their own address, or look at it first", async () => {
  const { moderator } = world;
  const { _id: caseId } = await claimOf(moderator);
  await expectRefusal(decide(moderator, caseId, REMOVE), "OWN_REPORT");
  const look = moderator.mutation(api.moderation.acknowledge, { caseId });
  await expectRefusal(look, "OWN_REPORT");
  expect(await world.queue()).toMatchObject({ cases: [], forOthers: 1 });
  const other = await appoint(world, world.asListener);
  await decideNow(world, other, caseId, REMOVE);
});

test("anyone can claim with the address of a moderator: that keeps no other case on the item from them", async () => {
  const { moderator } = world;
  const report = await world.reportBeat();
  const ofOther = await claimOf(world.asBoth);
  const own = await claimOf(moderator);
  for (const { _id } of [report, ofOther]) {
    await decideNow(world, moderator, _id, DISMISS);
  }
  await expectRefusal(decide(moderator, own._id, DISMISS), "OWN_REPORT");
});

test("a moderator who claimed with their account decides about nothing on the item", async () => {
  const { moderator } = world;
  const report = await world.reportBeat();
  await claimOf(moderator, undefined, moderator);
  await expectRefusal(decide(moderator, report._id, REMOVE), "OWN_REPORT");
});

test("a decision is dropped if the moderator claims the item before it is carried out", async () => {
  stopClock();
  const { _id } = await world.reportBeat();
  const pendingId = await decide(world.moderator, _id, REMOVE);
  await claimOf(world.moderator, undefined, world.moderator);
  await world.t.mutation(internal.moderation.carryOut, { pendingId });
  expect(await world.rows("beats")).toHaveLength(1);
});

test("a moderator with a verse on a beat does not decide about the beat", async () => {
  const rapper = await appoint(world, world.asRapper);
  const { _id } = await world.reportBeat();
  await expectRefusal(decide(rapper, _id, REMOVE), "OWN_CONTENT");
  expect(await world.queue(rapper)).toMatchObject({ cases: [], forOthers: 1 });
  await decideNow(world, world.moderator, _id, DISMISS);
});

test("a moderator does not decide about verses and words on their beat", async () => {
  const producer = await appoint(world, world.asProducer);
  const words = { subjectType: "words", subjectId: world.verseId } as const;
  const verse = await world.reportVerse();
  for (const { _id } of [verse, await openTestCase(world, words)]) {
    const given = { decision: "suspend", suspension: 7 } as const;
    await expectRefusal(decide(producer, _id, given), "OWN_CONTENT");
  }
  const profile = await world.reportProfile();
  await decideNow(world, producer, profile._id, DISMISS);
  await decideNow(world, world.moderator, verse._id, DISMISS);
});

test("a moderator who deletes their verse does not decide about its beat after that", async () => {
  const rapper = await appoint(world, world.asRapper);
  const { _id } = await world.reportBeat();
  const { verseId } = world;
  await world.asRapper.mutation(api.verses.remove, { verseId });
  await expectRefusal(decide(rapper, _id, REMOVE), "OWN_CONTENT");
  expect(await world.queue(rapper)).toMatchObject({ cases: [], forOthers: 1 });
});

test("nor a producer who deletes the beat about the verse that was on it", async () => {
  const producer = await appoint(world, world.asProducer);
  const { _id } = await world.reportVerse();
  await world.asProducer.mutation(api.beats.remove, { beatId: world.beatId });
  const given = { decision: "suspend", suspension: 7 } as const;
  await expectRefusal(decide(producer, _id, given), "OWN_CONTENT");
  await decideNow(world, world.moderator, _id, given);
});

test("a verse that was deleted before the case is no interest in it", async () => {
  const rapper = await appoint(world, world.asRapper);
  const first = await world.reportBeat();
  const { verseId } = world;
  await world.asRapper.mutation(api.verses.remove, { verseId });
  await decideNow(world, world.moderator, first._id, DISMISS);
  // Waits a little, so that this date is later than the removal: both are in
  // ms.
  await new Promise((resolve) => setTimeout(resolve, 2));
  const second = await world.reportBeat();
  await decideNow(world, rapper, second._id, DISMISS);
});

test("claims with the address of the only moderator, however many, hide no other case", async () => {
  const claimed = fieldsOf(await claimOf(world.moderator));
  const [claim] = (await world.rows("claims")).map(fieldsOf);
  await world.t.run(async ({ db }) => {
    for (let n = 0; n < 320; n++) {
      const caseId = await db.insert("cases", claimed);
      if (claim) await db.insert("claims", { ...claim, caseId });
    }
  });
  const report = await world.reportVerse();
  expect((await world.queue()).cases).toMatchObject([{ id: report._id }]);
});
