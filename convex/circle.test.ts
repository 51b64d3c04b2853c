import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { DAY_MS, HOUR_MS } from "./shared/limits";
import {
  makeWorld,
  type PeopledWorld,
  type Person,
} from "./testing/test.world";

let world: PeopledWorld;
let startedAt: number;

beforeEach(async () => {
  world = await makeWorld();
  startedAt = await world.newestPersonAt();
  moveTo(0);
});

afterEach(async () => {
  vi.useRealTimers();
  await world.end();
});

const moveTo = (ms: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt + ms });

const health = () => world.t.mutation(internal.circle.health, {});

const hear = (person: Person, contentId: Id<"verses">) =>
  person.mutation(api.ears.record, { contentId });

const vote = (contentType: "beat" | "verse", contentId: string) =>
  world.asListener.mutation(api.votes.set, {
    ...{ contentType, contentId, voted: true },
  });

/**
 * Makes one verse that is heard after two hours and answered after ten hours.
 */
async function makeChain() {
  const { asProducer, asRapper, asBoth, asListener } = world;
  const beatId = await world.publishBeat(asProducer);
  const verseId = await world.publishVerse(asRapper, beatId);
  moveTo(2 * HOUR_MS);
  await hear(asListener, verseId);
  moveTo(5 * HOUR_MS);
  await hear(asBoth, verseId);
  moveTo(10 * HOUR_MS);
  const answer = { answersId: verseId };
  const answerId = await world.publishVerse(asBoth, beatId, answer);
  return { beatId, verseId, answerId };
}

describe("the health of the circle", () => {
  test("on a site without anything is told without numbers", async () => {
    const waits = { verses: 0, medianHours: null };
    expect(await health()).toEqual({
      firstListen: waits,
      firstAnswer: waits,
      newcomers: { artists: 0, answeredShare: null },
      mics: { held: 0, late: 0 },
    });
  });

  test("tells how long a verse waits for its first listen and answer", async () => {
    const { beatId, answerId } = await makeChain();
    // The answer itself is too young to count, and both verses are too young
    // for an answer.
    moveTo(25 * HOUR_MS);
    expect(await health()).toMatchObject({
      firstListen: { verses: 1, medianHours: 2 },
      firstAnswer: { verses: 0, medianHours: null },
    });
    await hear(world.asProducer, answerId);
    await world.publishVerse(world.asRapper, beatId);
    // First listens now came after 2 and 15 hours, and one verse still waits.
    // First answers: one after 10 hours, and two verses wait.
    moveTo(5 * DAY_MS);
    expect(await health()).toMatchObject({
      firstListen: { verses: 3, medianHours: 15 },
      firstAnswer: { verses: 3, medianHours: null },
    });
  });

  test("tells how many new artists get an answer or a vote in their first week", async () => {
    const { beatId, answerId } = await makeChain();
    await vote("beat", beatId);
    moveTo(6 * DAY_MS);
    expect((await health()).newcomers.artists).toBe(0);
    moveTo(8 * DAY_MS);
    await vote("verse", answerId); // too late for its rapper
    expect((await health()).newcomers).toEqual({
      // Artists who never confirmed their address do not count, nor do
      // listeners.
      ...{ artists: 3, answeredShare: 0.67 },
    });
  });

  test("forgets what is older than thirty days", async () => {
    await makeChain();
    moveTo(40 * DAY_MS);
    expect(await health()).toEqual({
      firstListen: { verses: 0, medianHours: null },
      firstAnswer: { verses: 0, medianHours: null },
      newcomers: { artists: 0, answeredShare: null },
      mics: { held: 0, late: 0 },
    });
  });
});
