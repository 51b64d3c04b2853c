import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { decideNow, openTestCase } from "./testing/test.cases";
import {
  makeModeratedWorld,
  type ModeratedWorld,
} from "./testing/test.moderation";

let world: ModeratedWorld;

beforeEach(async () => {
  world = await makeModeratedWorld();
});

afterEach(() => world.end());

const claimed = (subjectId: Id<"beats">) =>
  ({
    kind: "claim",
    reason: "copyright",
    subjectType: "beat",
    subjectId,
  }) as const;

/** Opens this many claims at once; `beatOf` gives the beat of each. */
async function claimOften(count: number, beatOf: (n: number) => Id<"beats">) {
  const first = await openTestCase(world, claimed(world.beatId));
  const { _id, _creationTime, ...fields } = first;
  await world.t.run(async ({ db }) => {
    for (let n = 1; n < count; n++)
      await db.insert("cases", { ...fields, subjectId: beatOf(n) });
  });
}

function present<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("there is none");
  return found;
}

const kindsShown = async () => {
  const kinds = { report: 0, sameAudio: 0, claim: 0, appeal: 0 };
  const { cases } = await world.queue();
  for (const { kind } of cases) kinds[kind] += 1;
  return kinds;
};

test("two hundred claims on one beat are one row, and a report of hate stands beside them", async () => {
  await claimOften(200, () => world.beatId);
  const subject = { subjectType: "verse", subjectId: world.verseId } as const;
  const report = await openTestCase(world, { ...subject, reason: "hate" });
  const { cases } = await world.queue();
  expect(cases).toHaveLength(2);
  expect(cases.map(({ id }) => id)).toContain(report._id);
});

test("when the first claim on a beat is decided, the next one comes", async () => {
  const first = await openTestCase(world, claimed(world.beatId));
  const next = await openTestCase(world, claimed(world.beatId));
  const shown = async () => (await world.queue()).cases.map(({ id }) => id);
  expect(await shown()).toEqual([first._id]);
  await decideNow(world, world.moderator, first._id, { decision: "dismiss" });
  expect(await shown()).toEqual([next._id]);
});

test("no kind hides another, however many cases it has", async () => {
  const [beat] = await world.rows("beats");
  const { _id, _creationTime, ...fields } = present(beat);
  const beats = await world.t.run(async ({ db }) => {
    const ids: Id<"beats">[] = [];
    for (let n = 0; n < 60; n++) ids.push(await db.insert("beats", fields));
    return ids;
  });
  await claimOften(60, (n) => beats[n] ?? world.beatId);
  for (let n = 0; n < 12; n++) await world.reportVerse();
  const subject = { subjectType: "verse", subjectId: world.verseId } as const;
  await openTestCase(world, { ...subject, kind: "appeal" });
  await openTestCase(world, { ...subject, kind: "sameAudio" });
  const kinds = await kindsShown();
  expect(kinds).toEqual({ report: 10, sameAudio: 1, claim: 38, appeal: 1 });
});

test("the months count a claim when it is decided", async () => {
  const found = await openTestCase(world, claimed(world.beatId));
  const received = async () => {
    const months = await world.stranger.query(api.transparency.months, {});
    const counts = months.flatMap((month) => month.counts);
    return counts.find(({ name }) => name === "claim")?.count ?? 0;
  };
  expect(await received()).toBe(0);
  await decideNow(world, world.moderator, found._id, { decision: "dismiss" });
  expect(await received()).toBe(1);
});
