import * as fc from "fast-check";
import { env } from "node:process";
import { expect, test } from "vitest";
import { api } from "./_generated/api";
import { actOn, bellEvent } from "./testing/test.bellEvents";
import {
  makeWorld,
  type PeopledWorld,
  type Person,
} from "./testing/test.world";

/** The number of events. Set BELL_EVENTS=10000 to make more. */
const EVENTS = Number(env.BELL_EVENTS ?? 240);
const IN_A_WORLD = 40;

test("the badge and the numbers are those of the rows after any sequence of events", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(bellEvent, { minLength: IN_A_WORLD, maxLength: IN_A_WORLD }),
      async (events) => {
        const world = await makeWorld();
        const people = [world.asProducer, world.asBoth, world.asRapper];
        for (const event of events) {
          await actOn(world, people, event);
          await expectBadgesRight(world, people);
        }
        await expectRowsRight(world);
        await expectFollowsRight(world, people);
      },
    ),
    {
      numRuns: Math.ceil(EVENTS / IN_A_WORLD),
      seed: 97,
      endOnFailure: true,
    },
  );
});

/** Expects that in each tab the badge, the list and the stored rows agree. */
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

/**
 * Expects no row about the person themselves, or about somebody whom a block
 * separates from them.
 */
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
