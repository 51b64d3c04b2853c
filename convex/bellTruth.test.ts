import * as fc from "fast-check";
import { expect, test } from "vitest";
import { api, internal } from "./_generated/api";
import { foldAll } from "./testing/test.folds";
import {
  makeWorld,
  type PeopledWorld,
  type Person,
} from "./testing/test.world";

const ACTS = [
  "beat",
  "verse",
  "verse",
  "vote",
  "vote",
  "unvote",
  "tell",
  "listen",
  "listen",
  "follow",
  "follow",
  "unfollow",
  "read",
  "block",
  "unblock",
  "removeBeat",
  "removeVerse",
  "switch",
] as const;

const step = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat(2),
  whom: fc.nat(2),
  which: fc.nat(),
  isOn: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("the badge and the numbers are those of the rows after any sequence of events", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 25, maxLength: 40 }),
      async (steps) => {
        const world = await makeWorld();
        const people = [world.asProducer, world.asBoth, world.asRapper];
        for (const one of steps) {
          await take(world, people, one);
          await expectBadgesRight(world, people);
        }
        await expectRowsRight(world);
        await expectFollowsRight(world, people);
      },
    ),
    { numRuns: 6, seed: 97, endOnFailure: true },
  );
});

async function take(world: PeopledWorld, people: Person[], step: Step) {
  const beats = await world.rows("beats");
  const verses = await world.rows("verses");
  const beat = beats[step.which % beats.length];
  const verse = verses[step.which % verses.length];
  const by = people[step.who] ?? world.asBoth;
  const to = people[step.whom] ?? world.asBoth;
  const { userId } = to;
  if (step.act === "beat" && step.who < 2) await world.publishBeat(by);
  if (step.act === "verse" && step.who > 0 && beat)
    await world
      .publishVerse(
        by,
        beat._id,
        verse && step.isOn ? { answersId: verse._id } : {},
      )
      .catch(() => {}); // full, apart, one's own, or on another beat
  if (step.act === "vote" || step.act === "unvote") {
    const item = step.isOn ? beat : verse;
    if (!item) return;
    const contentType = step.isOn ? ("beat" as const) : ("verse" as const);
    const voted = step.act === "vote";
    const vote = { contentType, contentId: item._id, voted };
    await world.asListener.mutation(api.votes.set, vote);
  }
  if (step.act === "listen") {
    const item = step.isOn ? beat : verse;
    const listeners = [by, to, world.asListener];
    for (const one of item ? listeners : [])
      await one.mutation(api.ears.record, { contentId: item?._id ?? "" });
  }
  if (step.act === "tell") await tellAll(world);
  if (step.act === "follow" || step.act === "unfollow") {
    const isFollowed = step.act === "follow";
    await by.mutation(api.follows.set, { userId, isFollowed }).catch(() => {}); // oneself, or apart
  }
  if (step.act === "read")
    await by.mutation(api.bell.markRead, { upTo: Date.now() });
  if ((step.act === "block" || step.act === "unblock") && by !== to)
    await by.mutation(api.safety.setBlocked, {
      ...{ userId, isBlocked: step.act === "block" },
    });
  const owner = ({ userId: id }: Person) =>
    id === (step.act === "removeBeat" ? beat?.producerId : verse?.rapperId);
  if (step.act === "removeBeat" && beat)
    await people.find(owner)?.mutation(api.beats.remove, { beatId: beat._id });
  if (step.act === "removeVerse" && verse)
    await people
      .find(owner)
      ?.mutation(api.verses.remove, { verseId: verse._id });
  if (step.act === "switch")
    await by.mutation(api.bell.setWanted, {
      ring: "votes",
      isWanted: step.isOn,
    });
}

/** Runs the jobs that are due in an hour. */
async function tellAll(world: PeopledWorld) {
  await foldAll(world);
  for (const { _id: contentId, tellsVotesAt } of await world.rows("beats")) {
    const due = { contentType: "beat", contentId } as const;
    if (tellsVotesAt !== undefined)
      await world.t.mutation(internal.bell.tellVotes, {
        ...{ ...due, tellsAt: tellsVotesAt },
      });
  }
  for (const { _id: tallyId, dueAt } of await world.rows("followerTallies"))
    if (dueAt !== null)
      await world.t.mutation(internal.bell.tellFollowers, { tallyId, dueAt });
}

/** In each tab the badge, the list and the stored rows say the same. */
async function expectBadgesRight(world: PeopledWorld, people: Person[]) {
  const rows = await world.rows("bell");
  for (const person of people) {
    const own = rows.filter(({ userId }) => userId === person.userId);
    const unread = own.filter(({ readAt }) => readAt === null);
    const { rings } = await person.query(api.bell.list, { count: 100 });
    expect(rings).toHaveLength(own.length);
    const shown = rings.filter(({ isRead }) => !isRead);
    expect(shown).toHaveLength(unread.length);
    const badge = await person.query(api.bell.unread, {});
    expect(badge).toBe(Math.min(unread.length, 10));
  }
}

/** No row is about oneself or about somebody across a block. */
async function expectRowsRight(world: PeopledWorld) {
  const blocks = (await world.rows("blocks")).map(
    ({ blockerId, blockedId }) => `${blockerId} ${blockedId}`,
  );
  const keys: string[] = [];
  for (const row of await world.rows("bell")) {
    const { userId, actorId, kind, subjectId, readAt, count } = row;
    expect(count).toBeGreaterThan(0);
    expect(actorId).not.toBe(userId);
    expect(blocks).not.toContain(`${userId} ${actorId}`);
    expect(blocks).not.toContain(`${actorId} ${userId}`);
    if (readAt === null) keys.push(`${userId} ${kind} ${subjectId}`);
  }
  expect(new Set(keys).size).toBe(keys.length);
}

async function expectFollowsRight(world: PeopledWorld, people: Person[]) {
  const follows = await world.rows("follows");
  for (const person of people) {
    const { userId } = person;
    expect(await person.query(api.follows.counts, {})).toEqual({
      followers: follows.filter((row) => row.followedId === userId).length,
      following: follows.filter((row) => row.followerId === userId).length,
    });
  }
}
