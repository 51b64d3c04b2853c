import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "./_generated/api";
import { appoint, decideNow, openTestCase } from "./testing/test.cases";
import {
  makeModeratedWorld,
  type ModeratedWorld,
} from "./testing/test.moderation";
import { expectRefusal, type Person } from "./testing/test.world";

let world: ModeratedWorld;
let owner: Person; // a moderator whose beat had the audio first

beforeEach(async () => {
  world = await makeModeratedWorld();
  owner = await appoint(world, world.asProducer);
});

afterEach(async () => {
  await world.end();
});

async function publishRival() {
  const subjectId = await world.publishBeat(world.asBoth);
  const found = (await world.rows("cases")).find(
    ({ kind }) => kind === "sameAudio",
  );
  if (!found) throw new Error("there is no case about the same audio");
  return { found, rival: { subjectType: "beat", subjectId } as const };
}

const REMOVE = { decision: "remove" } as const;
const DISMISS = { decision: "dismiss" } as const;

test("the owner of what had the audio before does not decide about it", async () => {
  const { found } = await publishRival();
  const caseId = found._id;
  await expectRefusal(decideNow(world, owner, caseId, REMOVE), "OWN_CONTENT");
  const attempt = owner.query(api.moderation.get, { caseId });
  await expectRefusal(attempt, "OWN_CONTENT");
  expect(await world.queue(owner)).toMatchObject({ cases: [], forOthers: 1 });
  expect((await world.queue()).cases).toHaveLength(1);
  await decideNow(world, world.moderator, caseId, DISMISS);
});

test("nor about a report on the same beat, even when the match is decided", async () => {
  const { found, rival } = await publishRival();
  const report = await openTestCase(world, rival);
  const attempt = () => decideNow(world, owner, report._id, REMOVE);
  await expectRefusal(attempt(), "OWN_CONTENT");
  await decideNow(world, world.moderator, found._id, DISMISS);
  const later = await openTestCase(world, rival);
  const again = decideNow(world, owner, later._id, REMOVE);
  await expectRefusal(again, "OWN_CONTENT");
});

test("nor does the rapper whose verse had it before", async () => {
  const rapper = await appoint(world, world.asRapper);
  const { _id } = await openTestCase(world, {
    subjectType: "beat",
    subjectId: world.beatId,
    kind: "sameAudio",
    matchesId: world.verseId,
  });
  await expectRefusal(decideNow(world, rapper, _id, REMOVE), "OWN_CONTENT");
});

test("nor does an owner who has deleted it since", async () => {
  const { found } = await publishRival();
  const [original] = await world.rows("beats");
  if (!original) throw new Error("there is no beat");
  await owner.mutation(api.beats.remove, { beatId: original._id });
  const attempt = decideNow(world, owner, found._id, REMOVE);
  await expectRefusal(attempt, "OWN_CONTENT");
  await decideNow(world, world.moderator, found._id, DISMISS);
});

test("nor does a rapper who has deleted the verse since", async () => {
  const rapper = await appoint(world, world.asRapper);
  const { _id } = await openTestCase(world, {
    subjectType: "beat",
    subjectId: world.beatId,
    kind: "sameAudio",
    matchesId: world.verseId,
  });
  const { verseId } = world;
  await world.asRapper.mutation(api.verses.remove, { verseId });
  await expectRefusal(decideNow(world, rapper, _id, REMOVE), "OWN_CONTENT");
});

test("they are no other moderator for an appeal about it", async () => {
  const { found } = await publishRival();
  const { moderator, asBoth } = world;
  await decideNow(world, moderator, found._id, REMOVE);
  const [decision] = await world.rows("decisions");
  const decisionId = decision?._id ?? "";
  const text = "I made it.";
  await asBoth.mutation(api.notices.appeal, { decisionId, text });
  const [appeal] = (await world.queue()).cases;
  if (!appeal) throw new Error("the appeal waits for nobody");
  const grant = { decision: "grant" } as const;
  await expectRefusal(decideNow(world, owner, appeal.id, grant), "OWN_CONTENT");
  await decideNow(world, moderator, appeal.id, grant);
});
