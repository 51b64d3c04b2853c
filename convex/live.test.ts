import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { rideLoopMs } from "./shared/beatGrid";
import { LIVE_MIC_MS, NO_SHOW_MS } from "./shared/cyphers";
import { MINUTE_MS, SECOND_MS } from "./shared/limits";
import { makeLiveCypher } from "./testing/test.cyphers";
import { expectRefusal, type Person, reasonBy } from "./testing/test.world";

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
const join = (person: Person, isInLine = true) =>
  cyphers.join(person, cypherId, isInLine);
const here = (person: Person) => cyphers.here(person, cypherId);
const load = () => cyphers.load(cypherId);
const mine = (person: Person) => person.query(api.cyphers.mine, { cypherId });
const line = async () =>
  (await cyphers.page(cypherId))?.line.map(({ username }) => username);
const heard = async () => {
  const page = await cyphers.page(cypherId);
  return page && { before: page.before, playing: page.playing };
};
const holderId = async () => (await load()).micUserId;

const suspend = (person: Person) => cyphers.suspend(person);
const stay = (ms: number, ...people: Person[]) =>
  cyphers.stay(cypherId, ms, people);

async function pass(person: Person) {
  const { turnNo } = await load();
  await person.mutation(api.cyphers.pass, { cypherId, turnNo });
}

describe("the line", () => {
  test("gives the mic to whoever is first and in the room, for three minutes", async () => {
    await join(world.asRapper);
    expect(await holderId()).toBeNull();
    expect(await line()).toEqual([world.asRapper.username]);
    await enter(world.asBoth);
    expect(await load()).toMatchObject({
      ...{ micUserId: world.asBoth.userId, micDueAt: Date.now() + LIVE_MIC_MS },
    });
    expect(await line()).toEqual([world.asRapper.username]);
    // People who were away keep their place, and get the mic when they are
    // back.
    await pass(world.asBoth);
    expect(await holderId()).toBeNull();
    await here(world.asRapper);
    expect(await holderId()).toBe(world.asRapper.userId);
  });

  test("lets newcomers go before second turns, and nobody twice in a row", async () => {
    await enter(world.asBoth);
    await cyphers.publish(world.asBoth, cypherId);
    await enter(world.asBoth);
    expect(await holderId()).toBeNull(); // the person in line recorded the last verse
    await here(third);
    await join(third);
    expect(await holderId()).toBe(third.userId);
    await enter(world.asRapper);
    expect(await line()).toEqual([
      world.asRapper.username,
      world.asBoth.username,
    ]);
    await cyphers.publish(third, cypherId);
    expect(await holderId()).toBe(world.asRapper.userId);
  });

  const fill = (hereCount: number) => cyphers.makeLine(cypherId, 20, hereCount);

  test("ends at twenty people who are in the room", async () => {
    await fill(20);
    await here(third);
    await cyphers.advance(SECOND_MS);
    expect(await mine(third)).toMatchObject({
      ...{ mayJoin: false, reason: "LINE_FULL" },
    });
    await expectRefusal(join(third), "LINE_FULL");
  });

  test("has a place for who is in the room, from the last who is not", async () => {
    await fill(18);
    await expectRefusal(join(third), "LINE_FULL"); // the third is not in the room either
    await here(third);
    await cyphers.advance(SECOND_MS);
    expect(await mine(third)).toMatchObject({ mayJoin: true, reason: null });
    await join(third);
    const places = (await world.rows("cypherPeople")).flatMap(
      ({ inLineAt }) => inLineAt ?? [],
    );
    expect(places.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 19 }, (_, n) => n + 1),
    );
    expect(await holderId()).toBe(third.userId); // all others lack a profile
  });

  test("keeps all its places while the cypher is announced", async () => {
    await world.t.run(({ db }) =>
      db.patch("cyphers", cypherId, { status: "announced" }),
    );
    await fill(0);
    await here(third);
    await cyphers.advance(SECOND_MS);
    expect(await mine(third)).toMatchObject({ reason: "LINE_FULL" });
    await expectRefusal(join(third), "LINE_FULL");
  });

  test("is for those who rap, and are not suspended or across a block", async () => {
    await expectRefusal(join(world.asListener), "ONLY_RAPPERS_RECORD");
    await expectRefusal(join(world.asProducer), "ONLY_RAPPERS_RECORD");
    await expectRefusal(join(world.asUnconfirmed), "EMAIL_NOT_CONFIRMED");
    await expectRefusal(join(world.stranger as Person), "NOT_SIGNED_IN");
    await world.asRapper.mutation(api.safety.setBlocked, {
      ...{ userId: third.userId, isBlocked: true },
    });
    await expectRefusal(join(third), "APART");
    expect(await mine(third)).toMatchObject({ mayJoin: false, mayTake: false });
    await suspend(world.asBoth);
    expect(await reasonBy(join(world.asBoth))).toMatchObject({
      code: "SUSPENDED",
    });
  });

  test("loses whoever is suspended, blocked, or raps no more, with the mic that they have", async () => {
    for (const leave of [suspend, blockByHost, stopRapping]) {
      const person = await world.join({ role: "rapper" });
      const holder = await world.join({ role: "rapper" });
      await enter(holder);
      await join(person);
      await leave(person);
      expect(await line()).toEqual([]);
      expect(await holderId()).toBe(holder.userId);
      await leave(holder);
      expect(await holderId()).toBeNull();
      expect(await world.rows("cypherPeople")).toEqual([]);
    }
  });

  test("can be left, also while suspended and at any time", async () => {
    await join(third);
    expect(await mine(third)).toMatchObject({
      ...{ isInLine: true, mayJoin: false },
    });
    await join(third, false);
    expect(await line()).toEqual([]);
    await suspend(third);
    await join(third, false);
    await world.asRapper.mutation(api.cyphers.end, { cypherId });
    await join(third, false);
    await expectRefusal(join(world.asBoth), "CYPHER_OVER");
  });

  test("passes over who may not rap any more, whatever left them in it", async () => {
    await join(world.asBoth);
    const { userId } = world.asBoth;
    const decisionId = userId.replace("users", "decisions") as never; // ids of convex-test end with their table
    await world.t.run(({ db }) =>
      db.insert("suspensions", { userId, until: null, decisionId }),
    );
    await here(world.asBoth);
    expect(await line()).toEqual([world.asBoth.username]);
    expect(await holderId()).toBeNull();
  });

  test("passes over who has another mic, until they put it down", async () => {
    const otherBeat = await world.publishBeat(world.asProducer);
    const slow = await cyphers.open(world.asBoth, otherBeat);
    await cyphers.take(third, slow);
    await enter(third);
    expect(await mine(third)).toMatchObject({
      ...{ isInLine: true, reason: "MIC_OTHER" },
    });
    expect(await holderId()).toBeNull();
    const { turnNo } = await cyphers.load(slow);
    await third.mutation(api.cyphers.pass, { cypherId: slow, turnNo });
    expect(await holderId()).toBe(third.userId);
  });

  test("is the only way to the mic, and not of slow cyphers", async () => {
    await expectRefusal(cyphers.take(third, cypherId), "CYPHER_OVER");
    const otherBeat = await world.publishBeat(world.asProducer);
    const slow = await cyphers.open(world.asBoth, otherBeat);
    await expectRefusal(cyphers.join(third, slow), "CYPHER_OVER");
    await expectRefusal(cyphers.here(third, slow), "CYPHER_OVER");
  });
});

async function blockByHost({ userId }: Person) {
  await world.asRapper.mutation(api.safety.setBlocked, {
    ...{ userId, isBlocked: true },
  });
}

async function stopRapping(person: Person) {
  await person.mutation(api.profiles.setRole, { role: "producer" });
}

describe("a turn", () => {
  test("ends after 45 seconds if its holder is not in the room", async () => {
    await enter(third);
    await cyphers.advance(NO_SHOW_MS - 1);
    expect(await holderId()).toBe(third.userId);
    vi.setSystemTime(Date.now() + 10 * SECOND_MS); // not long enough to count as late
    await enter(world.asBoth);
    await cyphers.advance(1);
    expect(await holderId()).toBe(world.asBoth.userId);
    expect(await world.rows("cypherPeople")).toMatchObject([
      { userId: third.userId, missed: 1 },
    ]);
  });

  test("lasts three minutes for a holder in the room, and two of them are enough", async () => {
    for (const missed of [1, 2]) {
      await enter(third);
      await stay(LIVE_MIC_MS - 1, third);
      expect(await holderId()).toBe(third.userId);
      await cyphers.advance(1);
      expect(await holderId()).toBeNull();
      expect(await world.rows("cypherPeople")).toMatchObject([{ missed }]);
    }
    expect(await mine(third)).toMatchObject({
      ...{ mayJoin: false, reason: "MIC_MISSED" },
    });
    await expectRefusal(join(third), "MIC_MISSED");
  });

  test("waits three minutes at most for the rest of a take", async () => {
    await enter(third);
    const { turnNo } = await load();
    await stay(LIVE_MIC_MS - SECOND_MS, third);
    const dueAt = (await load()).micDueAt ?? 0;
    for (let n = 0; n < 3; n += 1) {
      await third.mutation(api.cyphers.sending, { cypherId, turnNo });
      await stay(MINUTE_MS, third);
    }
    await third.mutation(api.cyphers.sending, { cypherId, turnNo });
    expect((await load()).micSendingUntil).toBe(dueAt + 3 * MINUTE_MS);
    await stay(dueAt + 3 * MINUTE_MS - Date.now(), third);
    expect(await holderId()).toBeNull();
  });

  test("begins again for a holder who could not come back because the server was down", async () => {
    await enter(third);
    await cyphers.sleep(2 * MINUTE_MS);
    expect(await holderId()).toBe(third.userId);
    await stay(50 * SECOND_MS, third);
    expect(await holderId()).toBe(third.userId);
  });

  test("is not lost by a holder who is away together with all others", async () => {
    await enter(third);
    await enter(world.asBoth);
    for (const person of [third, world.asBoth]) await here(person);
    await cyphers.advance(NO_SHOW_MS);
    expect(await holderId()).toBe(third.userId);
    // The person in line comes back, and the holder does not.
    await stay(NO_SHOW_MS, world.asBoth);
    expect(await holderId()).toBe(world.asBoth.userId);
  });

  test("starts when the verse before has ended in the room", async () => {
    await enter(third);
    await enter(world.asBoth);
    await cyphers.publish(third, cypherId);
    const { playing, micUserId, micDueAt } = await load();
    expect(micUserId).toBe(world.asBoth.userId);
    expect(micDueAt).toBe((playing?.endsAt ?? 0) + LIVE_MIC_MS);
    const barsMs = (playing?.endsAt ?? 0) - (playing?.startsAt ?? 0);
    // Putting the mic down while the previous verse plays costs nothing: that
    // time is not part of the turn.
    await stay(barsMs, world.asBoth);
    await pass(world.asBoth);
    expect(await world.rows("cypherPeople")).toMatchObject([
      { userId: third.userId, turns: 1 },
    ]);
  });
});

describe("a verse", () => {
  test("drops on a bar line of the riding beat, four seconds on, and then the beat rides", async () => {
    const openedAt = Date.now();
    await enter(third);
    await stay(10 * SECOND_MS, third);
    await cyphers.publish(third, cypherId);
    const { playing, ride, beatId } = await load();
    const beat = await world.t.run(({ db }) => db.get("beats", beatId));
    // the loop of a beat with a single bar
    const loopMs = beat ? rideLoopMs(beat) : 0;
    const dropsAt = playing?.startsAt ?? 0;
    expect(dropsAt).toBeGreaterThanOrEqual(Date.now() + 4 * SECOND_MS + 11);
    expect(dropsAt).toBeLessThan(Date.now() + 4 * SECOND_MS + 11 + loopMs);
    const rounds = (dropsAt - openedAt) / loopMs;
    expect(Math.abs(rounds - Math.round(rounds)) * loopMs).toBeLessThan(1);
    const { nextStartBar } = await load();
    expect(ride).toEqual({ at: playing?.endsAt, bar: nextStartBar });
  });

  test("is followed by the bar that the room hears next, also if its file is padded", async () => {
    const { beatId } = await load();
    await world.t.run(({ db }) =>
      db.patch("beats", beatId, { bpm: 240, durationMs: 8_150 }),
    );
    await enter(third);
    await cyphers.publish(third, cypherId);
    expect(await load()).toMatchObject({ nextStartBar: 1, ride: { bar: 1 } });
  });

  test("waits for the one before, and is heard no more when it is deleted", async () => {
    await enter(third);
    await enter(world.asBoth);
    await cyphers.publish(third, cypherId);
    const first = (await load()).playing;
    const verseId = await cyphers.publish(world.asBoth, cypherId);
    const { playing, ride } = await load();
    expect(playing?.verseId).toBe(verseId);
    expect(playing?.startsAt).toBe(first?.endsAt);
    expect(await heard()).toEqual({ before: [first], playing });
    // The verse before the deleted one goes on.
    await world.asBoth.mutation(api.verses.remove, { verseId });
    expect(await load()).toMatchObject({ ride });
    expect(await heard()).toEqual({ before: [], playing: first });
  });

  test("is heard no more when it is deleted while the next ones wait", async () => {
    for (const person of [third, world.asBoth, world.asRapper])
      await enter(person);
    const verseId = await cyphers.publish(third, cypherId);
    const secondId = await cyphers.publish(world.asBoth, cypherId);
    const lastId = await cyphers.publish(world.asRapper, cypherId);
    const ids = async () => {
      const { before = [], playing } = (await heard()) ?? {};
      return [...before, playing].map((verse) => verse?.verseId);
    };
    expect(await ids()).toEqual([verseId, secondId, lastId]);
    await third.mutation(api.verses.remove, { verseId });
    expect(await ids()).toEqual([secondId, lastId]);
  });

  test("forgets those before it that have ended", async () => {
    await enter(third);
    await enter(world.asBoth);
    await cyphers.publish(third, cypherId);
    const { endsAt = 0 } = (await load()).playing ?? {};
    await stay(endsAt - Date.now(), world.asBoth);
    await cyphers.publish(world.asBoth, cypherId);
    expect(await heard()).toMatchObject({ before: [] });
  });

  test("that is the last ends the cypher, and its room stays for ten minutes", async () => {
    await enter(third);
    await world.asRapper.mutation(api.cyphers.end, { cypherId });
    expect(await holderId()).toBe(third.userId);
    await cyphers.publish(third, cypherId);
    expect(await load()).toMatchObject({ status: "ended", endReason: "host" });
    expect((await cyphers.page(cypherId))?.playing).not.toBeNull();
    await stay(10 * MINUTE_MS - 1, third);
    expect(await world.rows("rooms")).toHaveLength(1);
    await cyphers.advance(1);
    expect(await world.rows("rooms")).toEqual([]);
    expect(await world.rows("roomLeases")).toEqual([]);
    await expectRefusal(here(third), "CYPHER_OVER");
  });
});
