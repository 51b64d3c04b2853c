import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "./shared/limits";
import { makeLiveCypher } from "./testing/test.cyphers";
import { expectRefusal, type Person } from "./testing/test.world";

let made: Awaited<ReturnType<typeof makeLiveCypher>>;
let world: (typeof made)["world"];
let cyphers: (typeof made)["cyphers"];
let cypherId: (typeof made)["cypherId"];
let third: Person;

beforeEach(async () => {
  vi.stubEnv("LIMIT_MIC_PER_ACCOUNT", "off");
  vi.stubEnv("LIMIT_HERE_PER_ACCOUNT", "off");
  made = await makeLiveCypher();
  ({ world, cyphers, cypherId } = made);
  third = await world.join({ role: "rapper", username: "third" });
});

afterEach(async () => {
  await world.end();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const enter = (person: Person) => cyphers.enter(person, cypherId);
const load = () => cyphers.load(cypherId);
const holderId = async () => (await load()).micUserId;
const stay = (ms: number, ...people: Person[]) =>
  cyphers.stay(cypherId, ms, people);

test("a live cypher ends after ten minutes in which nobody in line came", async () => {
  await stay(5 * MINUTE_MS, third);
  await cyphers.join(world.asBoth, cypherId);
  await stay(5 * MINUTE_MS - 1, third);
  expect(await load()).toMatchObject({ status: "open" });
  await cyphers.advance(1);
  expect(await cyphers.find(cypherId)).toBeNull();
  await cyphers.advance(SECOND_MS);
  expect(await world.rows("rooms")).toEqual([]);
});

test("not if they could not come because the server was down", async () => {
  await cyphers.sleep(HOUR_MS);
  expect(await load()).toMatchObject({ status: "open" });
  await cyphers.advance(10 * MINUTE_MS - 1);
  expect(await load()).toMatchObject({ status: "open" });
  await cyphers.advance(1);
  expect(await cyphers.find(cypherId)).toBeNull();
});

describe("a cypher whose jobs are lost, as after an import", () => {
  const sweep = () => world.t.mutation(internal.cyphers.sweep, {});

  test("ends later if nobody comes", async () => {
    await cyphers.loseJobs();
    await cyphers.advance(HOUR_MS);
    expect(await load()).toMatchObject({ status: "open" });
    await sweep();
    await cyphers.advance(10 * MINUTE_MS - 1);
    expect(await load()).toMatchObject({ status: "open" });
    await cyphers.advance(1);
    expect(await cyphers.find(cypherId)).toBeNull();
  });

  test("is left alone if it has its job", async () => {
    const { idleJobId } = await load();
    await sweep();
    await cyphers.advance(SECOND_MS);
    expect(await load()).toMatchObject({ idleJobId });
  });

  test("and that is over loses its room", async () => {
    await enter(third);
    await cyphers.publish(third, cypherId);
    await world.asRapper.mutation(api.cyphers.end, { cypherId });
    await cyphers.loseJobs();
    await cyphers.advance(9 * MINUTE_MS);
    await sweep();
    await cyphers.advance(SECOND_MS);
    expect(await world.rows("rooms")).toHaveLength(1);
    await cyphers.advance(MINUTE_MS);
    await sweep();
    await cyphers.advance(SECOND_MS);
    expect(await world.rows("rooms")).toEqual([]);
    expect(await world.rows("roomLeases")).toEqual([]);
  });
});

test("whoever loses another mic with its beat gets the one that they wait for", async () => {
  const otherBeat = await world.publishBeat(world.asProducer);
  const slow = await cyphers.open(world.asBoth, otherBeat);
  await cyphers.take(third, slow);
  await enter(third);
  expect(await holderId()).toBeNull();
  await world.asProducer.mutation(api.beats.remove, { beatId: otherBeat });
  expect(await holderId()).toBe(third.userId);
});

test("before a live cypher ends because nobody came, who is there gets the mic", async () => {
  await enter(third);
  await third.mutation(api.cyphers.pass, { cypherId, turnNo: 1 });
  await stay(10 * MINUTE_MS - 1, third);
  const inLine = { hereMs: HOUR_MS, inLineAt: Date.now() };
  await cyphers.seat(cypherId, world.asBoth.userId, inLine);
  await cyphers.advance(1);
  expect(await holderId()).toBe(world.asBoth.userId);
});

test("a cypher that has no pace is slow", async () => {
  await world.t.run(({ db }) =>
    db.patch("cyphers", cypherId, { pace: undefined, ride: undefined }),
  );
  expect(await cyphers.page(cypherId)).toMatchObject({
    ...{ pace: "slow", startsAt: null, line: [], playing: null, ride: null },
  });
  await cyphers.take(third, cypherId);
  expect((await load()).micDueAt).toBe(Date.now() + 6 * HOUR_MS);
});

test("nobody is in more lines than can be settled and left at once", async () => {
  const { _id, _creationTime, ...fields } = await load();
  const others = await world.t.run(({ db }) =>
    Promise.all(Array.from({ length: 10 }, () => db.insert("cyphers", fields))),
  );
  for (const other of others) await cyphers.join(third, other);
  await expectRefusal(cyphers.join(third, cypherId), "LINE_FULL");
  const { userId } = third;
  const isBlocked = true;
  await world.asRapper.mutation(api.safety.setBlocked, { userId, isBlocked });
  const people = await world.rows("cypherPeople");
  expect(people.filter((row) => row.userId === userId)).toEqual([]);
});
