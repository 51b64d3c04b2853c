import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { MINUTE_MS, SECOND_MS } from "./shared/limits";
import { makeLiveCypher } from "./testing/test.cyphers";
import { expectRefusal, type Person, reasonBy } from "./testing/test.world";

let made: Awaited<ReturnType<typeof makeLiveCypher>>;
let world: (typeof made)["world"];
let cyphers: (typeof made)["cyphers"];
let cypherId: (typeof made)["cypherId"];

beforeEach(async () => {
  made = await makeLiveCypher();
  ({ world, cyphers, cypherId } = made);
});

afterEach(async () => {
  await world.end();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const here = (person: Person, tab = "tab") =>
  cyphers.here(person, cypherId, tab);
const leave = (sessionToken: string) =>
  world.stranger.mutation(api.rooms.leave, { sessionToken });
const room = async () => {
  const { people, ...rest } = await world.stranger.query(api.rooms.get, {
    cypherId,
  });
  return { ...rest, names: people.map(({ username }) => username).sort() };
};

/** Adds people without a profile who stay in the room for a while. */
const crowd = async (count: number, hereMs: number) => {
  for (let n = 0; n < count; n += 1) {
    const userId = await world.t.run(({ db }) => db.insert("users", {}));
    await cyphers.seat(cypherId, userId, { hereMs });
  }
};

test("a room shows who is in it within seconds, and not for long after they vanish", async () => {
  const { now, intervalMs } = await here(world.asListener);
  expect(now).toBe(Date.now());
  expect(intervalMs).toBe(20 * SECOND_MS);
  await here(world.asBoth);
  await cyphers.advance(5 * SECOND_MS);
  const names = [world.asListener.username, world.asBoth.username].sort();
  expect(await room()).toEqual({ here: 2, names, awayIds: [] });
  await cyphers.advance(10 * SECOND_MS);
  await here(world.asBoth);
  await cyphers.advance(45 * SECOND_MS);
  expect(await room()).toMatchObject({ names: [world.asBoth.username] });
  await cyphers.advance(MINUTE_MS);
  expect(await room()).toEqual({ here: 0, names: [], awayIds: [] });
  expect(await world.rows("roomLeases")).toEqual([]);
});

test("whoever closes the page leaves at once, unless another tab is open", async () => {
  const one = await here(world.asListener, "one");
  const two = await here(world.asListener, "two");
  expect(one.sessionToken).not.toBe(two.sessionToken);
  expect((await here(world.asListener, "one")).sessionToken).toBe(
    one.sessionToken,
  );
  await leave(one.sessionToken);
  await cyphers.advance(5 * SECOND_MS);
  expect(await room()).toMatchObject({ here: 1 });
  await leave("nobody's");
  await leave(two.sessionToken);
  await cyphers.advance(5 * SECOND_MS);
  expect(await room()).toMatchObject({ here: 0 });
});

test("of many tabs of one person only five are kept", async () => {
  for (let n = 0; n < 8; n += 1) {
    await here(world.asListener, `${n} ${"x".repeat(900)}`);
    vi.setSystemTime(Date.now() + 1);
  }
  const leases = await world.rows("roomLeases");
  expect(leases.map(({ sessionId }) => sessionId[0]).sort()).toEqual([
    ...["3", "4", "5", "6", "7"],
  ]);
  expect(Math.max(...leases.map(({ sessionId }) => sessionId.length))).toBe(64);
});

test("who is in line or has the mic calls every eight seconds, and is soon away", async () => {
  await cyphers.enter(world.asBoth, cypherId);
  await cyphers.enter(world.asRapper, cypherId);
  for (const person of [world.asBoth, world.asRapper])
    expect(await here(person)).toMatchObject({ intervalMs: 8 * SECOND_MS });
  await cyphers.advance(15 * SECOND_MS);
  await here(world.asBoth);
  expect(await room()).toMatchObject({ here: 2, awayIds: [] });
  await cyphers.advance(10 * SECOND_MS);
  expect(await room()).toMatchObject({
    ...{ here: 1, awayIds: [world.asRapper.userId] },
  });
});

test("a room names nobody who does not want it or is suspended, but counts them", async () => {
  await here(world.asListener);
  await here(world.asBoth);
  await cyphers.advance(5 * SECOND_MS);
  const show = (isWanted: boolean) =>
    world.asBoth.mutation(api.account.setRoomName, { isWanted });
  await show(false);
  expect(await room()).toMatchObject({
    ...{ here: 2, names: [world.asListener.username] },
  });
  await show(true);
  const settings = await world.asBoth.query(api.account.settings, {});
  expect(settings).toMatchObject({ showsInRooms: true });
  await cyphers.suspend(world.asListener);
  expect(await room()).toMatchObject({
    ...{ here: 2, names: [world.asBoth.username] },
  });
  await here(world.asListener); // a listener may stay in the room
});

test("a larger room is counted less often, without names", async () => {
  await crowd(60, 10 * MINUTE_MS);
  await here(world.asListener);
  await cyphers.advance(0);
  expect(await room()).toEqual({ here: 61, names: [], awayIds: [] });
  expect(await here(world.asListener)).toMatchObject({
    intervalMs: 30 * SECOND_MS,
  });
  await crowd(10, 10 * MINUTE_MS);
  await cyphers.advance(14 * SECOND_MS);
  expect(await room()).toMatchObject({ here: 61 });
  await cyphers.advance(SECOND_MS);
  expect(await room()).toMatchObject({ here: 71 });
});

test("in a room of hundreds, a few more are told after a minute", async () => {
  await crowd(400, 10 * MINUTE_MS);
  await here(world.asListener);
  await cyphers.advance(0);
  expect(await here(world.asListener)).toMatchObject({ intervalMs: MINUTE_MS });
  await crowd(3, 10 * MINUTE_MS);
  await cyphers.advance(30 * SECOND_MS);
  expect(await room()).toMatchObject({ here: 401 });
  await cyphers.advance(30 * SECOND_MS);
  expect(await room()).toMatchObject({ here: 404 });
});

test("a count that is lost starts again, and never runs twice", async () => {
  await here(world.asListener);
  await cyphers.advance(0);
  const [lost] = await pendingCounts();
  if (!lost) throw new Error("nothing counts");
  await world.t.run(({ scheduler }) => scheduler.cancel(lost._id));
  vi.setSystemTime(Date.now() + 30 * SECOND_MS);
  await here(world.asListener);
  expect(await pendingCounts()).toEqual([]);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await here(world.asListener);
  await here(world.asBoth);
  await cyphers.advance(5 * SECOND_MS);
  expect(await room()).toMatchObject({ here: 2 });
  expect(await pendingCounts()).toHaveLength(1);
  // The count that was lost may still come.
  await world.t.action(internal.rooms.count, { cypherId, chain: 1 });
  expect(await pendingCounts()).toHaveLength(1);
});

test("whoever comes between the look and the note of the last count is counted soon", async () => {
  const { sessionToken } = await here(world.asListener);
  await leave(sessionToken);
  await cyphers.advance(0);
  const [last] = await pendingCounts();
  if (!last) throw new Error("nothing counts");
  // this test runs the count itself
  await world.t.run(({ scheduler }) => scheduler.cancel(last._id));
  const look = { cypherId, now: Date.now() };
  const counted = await world.t.query(internal.rooms.look, look);
  await here(world.asBoth);
  const note = { cypherId, chain: 1, ...counted };
  await world.t.mutation(internal.rooms.note, note);
  await cyphers.advance(5 * SECOND_MS);
  expect(await room()).toMatchObject({ here: 1 });
});

const pendingCounts = () =>
  world.t.run(async ({ db }) => {
    const jobs = await db.system.query("_scheduled_functions").collect();
    return jobs.filter(
      ({ state, name }) => state.kind === "pending" && name.includes("count"),
    );
  });

test("only confirmed members are in a room, and only of a live cypher", async () => {
  await expectRefusal(here(world.asUnconfirmed), "EMAIL_NOT_CONFIRMED");
  await expectRefusal(here(world.stranger as Person), "NOT_SIGNED_IN");
  expect(
    await world.stranger.query(api.rooms.get, { cypherId: "nothing" }),
  ).toEqual({ here: 0, people: [], awayIds: [] });
  await world.asRapper.mutation(api.cyphers.end, { cypherId });
  await expectRefusal(here(world.asListener), "CYPHER_OVER");
});

test("five tabs in line may say each 8 s that they are here, and little more is allowed", async () => {
  for (let n = 0; n < 45; n += 1) await here(world.asListener);
  expect(await reasonBy(here(world.asListener))).toMatchObject({
    code: "RATE_LIMITED",
  });
  await here(world.asBoth);
});
