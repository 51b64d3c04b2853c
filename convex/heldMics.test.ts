import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "./shared/limits";
import { makeOpenCypher, type OpenCypher } from "./testing/test.cyphers";
import { expectRefusal, type Person } from "./testing/test.world";

let world: OpenCypher["world"];
let cyphers: OpenCypher["cyphers"];
let cypherId: OpenCypher["cypherId"];

beforeEach(async () => {
  ({ world, cyphers, cypherId } = await makeOpenCypher());
});

afterEach(async () => {
  await world.end();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const holder = async () =>
  (await cyphers.page(cypherId))?.mic?.holder.username ?? null;

const missed = async (person: Person) => {
  const people = await world.rows("cypherPeople");
  return people.find(({ userId }) => userId === person.userId)?.missed ?? 0;
};

/** Takes the mic, keeps it for a while, and lets go of it with `letGo`. */
async function hold(person: Person, ms: number, letGo = pass) {
  await cyphers.take(person, cypherId);
  await cyphers.advance(ms);
  await letGo(person);
  expect(await holder()).toBeNull();
}

async function pass(person: Person) {
  const { turnNo } = await cyphers.load(cypherId);
  await person.mutation(api.cyphers.pass, { cypherId, turnNo });
}

async function blockTheHost(person: Person) {
  const { userId } = world.asRapper;
  for (const isBlocked of [true, false])
    await person.mutation(api.safety.setBlocked, { userId, isBlocked });
}

async function stopRapping(person: Person) {
  for (const role of ["producer", "rapper"] as const)
    await person.mutation(api.profiles.setRole, { role });
}

describe("whoever lets the mic go before a turn ends", () => {
  test.each([
    ["puts it down", pass],
    ["blocks the host for a moment", blockTheHost],
    ["changes the role for a moment", stopRapping],
  ])("and %s cannot have it again and again", async (_, letGo) => {
    const third = await world.join({ role: "rapper", username: "third" });
    for (const _turn of [1, 2, 3])
      await hold(third, 6 * HOUR_MS - MINUTE_MS, letGo);
    await expectRefusal(cyphers.take(third, cypherId), "MIC_MISSED");
    const mine = third.query(api.cyphers.mine, { cypherId });
    expect(await mine).toMatchObject({
      ...{ mayTake: false, reason: "MIC_MISSED" },
    });
    // A turn of somebody else in between changes nothing.
    await hold(world.asBoth, HOUR_MS);
    await expectRefusal(cyphers.take(third, cypherId), "MIC_MISSED");
  });

  test("has missed the part that is over, so a press by mistake costs nothing", async () => {
    vi.stubEnv("LIMIT_MIC_PER_ACCOUNT", "off");
    for (let turn = 0; turn < 20; turn += 1)
      await hold(world.asBoth, 10 * SECOND_MS);
    expect(await missed(world.asBoth)).toBeCloseTo(200 / 21_600);
    await hold(world.asBoth, 3 * HOUR_MS);
    expect(await missed(world.asBoth)).toBeCloseTo(0.5 + 200 / 21_600);
    await cyphers.takeAndPublish(world.asBoth, cypherId);
    expect(await missed(world.asBoth)).toBeCloseTo(0.5 + 200 / 21_600);
  });

  test("has missed no part if the clock has gone back since", async () => {
    await cyphers.take(world.asBoth, cypherId);
    vi.setSystemTime(Date.now() - HOUR_MS);
    await pass(world.asBoth);
    expect(await missed(world.asBoth)).toBe(0);
  });
});

describe("a mic whose job is lost, as in an import", () => {
  const sweep = async () => {
    await world.t.mutation(internal.cyphers.sweep, {});
    await world.settle();
  };

  const loseJob = () =>
    world.t.run(async ({ db, scheduler }) => {
      const { micJobId } = (await db.get("cyphers", cypherId)) ?? {};
      if (!micJobId) throw new Error("nobody has the mic");
      await scheduler.cancel(micJobId);
    });

  test("gets time back as after a pause, and is then free", async () => {
    await cyphers.take(world.asBoth, cypherId);
    await loseJob();
    await cyphers.advance(30 * HOUR_MS);
    expect(await holder()).toBe("both");
    await sweep();
    await cyphers.advance(10 * MINUTE_MS - 1);
    expect(await holder()).toBe("both");
    await sweep();
    await cyphers.advance(1);
    expect(await holder()).toBeNull();
    expect(await missed(world.asBoth)).toBe(1);
    await cyphers.take(world.asRapper, cypherId);
  });

  test("is looked for an hour after its time; others are left alone", async () => {
    await cyphers.take(world.asBoth, cypherId);
    await loseJob();
    await cyphers.advance(7 * HOUR_MS);
    const before = await cyphers.load(cypherId);
    await sweep();
    expect(await cyphers.load(cypherId)).toEqual(before);
    await cyphers.advance(MINUTE_MS);
    await sweep();
    expect(await cyphers.load(cypherId)).not.toEqual(before);
  });

  test("shows in the health of the circle until then", async () => {
    const mics = async () =>
      (await world.t.mutation(internal.circle.health, {})).mics;
    expect(await mics()).toEqual({ held: 0, late: 0 });
    await cyphers.take(world.asBoth, cypherId);
    await loseJob();
    await cyphers.advance(6 * HOUR_MS);
    expect(await mics()).toEqual({ held: 1, late: 0 });
    await cyphers.advance(HOUR_MS + 1);
    expect(await mics()).toEqual({ held: 1, late: 1 });
    await sweep();
    expect(await mics()).toEqual({ held: 1, late: 0 });
  });
});
