import * as fc from "fast-check";
import { env } from "node:process";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import { findNext, lineOf } from "./model/cyphers/line";
import { LIVE_MIC_MS, NO_SHOW_MS, QUARTER_MS } from "./shared/cyphers";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "./shared/limits";
import { cyphersOf, joinRappers } from "./testing/test.cyphers";
import {
  makeEmptyWorld,
  reasonBy,
  type Person,
  type World,
} from "./testing/test.world";

/** Set CYPHER_SCHEDULES=500 to run that many schedules, and CYPHER_SEED=1 to run other ones. */
const RUNS = Number(env.CYPHER_SCHEDULES ?? 25);
const SEED = Number(env.CYPHER_SEED ?? 97);

const ACTS = [
  "take",
  "take",
  "take",
  "publish",
  "publish",
  "publish",
  "publishLate",
  "pass",
  "passLate",
  "join",
  "join",
  "join",
  "leaveLine",
  "here",
  "here",
  "here",
  "away",
  "sending",
  "wait",
  "down",
  "watch",
  "suspend",
  "pardon",
  "block",
  "unblock",
  "removeVerse",
  "removeBeat",
  "record",
  "limit",
  "end",
  "open",
] as const;

const step = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat(2),
  which: fc.nat(),
  ms: fc.constantFrom(
    ...[12 * SECOND_MS, NO_SHOW_MS, MINUTE_MS, LIVE_MIC_MS, HOUR_MS],
    ...[6 * HOUR_MS, 15 * 24 * HOUR_MS],
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What must be true at this point. */
interface Truth {
  /** Turns that a verse ended, as "cypher turn". */
  readonly published: Set<string>;
  /** Uploads of takes that were refused because their turn was over. */
  readonly kept: Id<"_storage">[];
  readonly turnNos: Map<string, number>;
}

interface Scene {
  readonly world: World;
  readonly cyphers: ReturnType<typeof cyphersOf>;
  readonly producer: Person;
  readonly rappers: readonly Person[];
  readonly truth: Truth;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test(
  "after any schedule there is at most one mic, and each turn ended once",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 12, maxLength: 24 }),
        async (steps) => {
          const scene = await makeScene();
          for (const one of steps) {
            await play(scene, one);
            await expectTrue(scene);
          }
          await scene.world.end();
          vi.useRealTimers();
        },
      ),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  },
  RUNS * 20_000,
);

async function makeScene(): Promise<Scene> {
  const world = await makeEmptyWorld();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("LIMIT_CYPHER_PER_YOUNG_ACCOUNT", "off");
  vi.stubEnv("LIMIT_MIC_PER_ACCOUNT", "off");
  vi.stubEnv("LIMIT_HERE_PER_ACCOUNT", "off");
  vi.stubEnv("LIMIT_PUBLISH_PER_YOUNG_ACCOUNT", "off");
  vi.stubEnv("LIMIT_PUBLISH_PER_ACCOUNT", "off");
  const producer = await world.join({ role: "producer" });
  const rappers = await joinRappers(world);
  const cyphers = cyphersOf(world);
  const [one = producer, two = producer] = rappers;
  await cyphers.open(one, await addBeat(world, producer));
  const live = await cyphers.openLive(two, await addBeat(world, producer));
  for (const rapper of rappers) await cyphers.enter(rapper, live);
  const truth = { published: new Set<string>(), kept: [], turnNos: new Map() };
  return { world, cyphers, producer, rappers, truth };
}

/** Adds a beat with few places, so that it is sometimes full. */
async function addBeat(world: World, producer: Person) {
  const beatId = await world.publishBeat(producer);
  await world.t.run(({ db }) => db.patch("beats", beatId, { versesLimit: 10 }));
  return beatId;
}

async function play(scene: Scene, { act, who, which, ms }: Step) {
  const { world, cyphers, producer, rappers } = scene;
  const all = await world.rows("cyphers");
  const cypher = all[which % all.length];
  const verses = await world.rows("verses");
  const verse = verses[which % verses.length];
  const person = rappers[who] ?? producer;
  const other = rappers[which % 3] ?? producer;
  const isBlocked = act === "block";
  if (act === "wait") return cyphers.advance(ms);
  if (act === "down") return cyphers.sleep(ms);
  if (act === "open" && all.length < 3)
    return tried(openOne(scene, person, ms));
  if (act === "suspend") return cyphers.suspend(person);
  if (act === "pardon") return pardon(world);
  if ((act === "block" || act === "unblock") && person !== other)
    await tried(
      person.mutation(api.safety.setBlocked, {
        ...{ userId: other.userId, isBlocked },
      }),
    );
  if (act === "removeVerse" && verse) {
    const owner = rappers.find(({ userId }) => userId === verse.rapperId);
    const removed = { verseId: verse._id };
    if (owner) await tried(owner.mutation(api.verses.remove, removed));
  }
  if (cypher) await playIn(scene, cypher, { act, person, ms });
}

/** Starts a live cypher, now or announced, or a slow one. */
async function openOne(
  { world, cyphers, producer }: Scene,
  person: Person,
  ms: number,
) {
  const beatId = await addBeat(world, producer);
  if (ms < MINUTE_MS) return cyphers.openLive(person, beatId);
  if (ms < HOUR_MS) return cyphers.open(person, beatId);
  const quarters = Math.ceil((Date.now() + HOUR_MS) / QUARTER_MS);
  return cyphers.openLive(person, beatId, quarters * QUARTER_MS);
}

/** Acts at random in one cypher. */
async function playIn(
  scene: Scene,
  cypher: Doc<"cyphers">,
  { act, person, ms }: { act: Step["act"]; person: Person; ms: number },
) {
  const { world, cyphers, producer } = scene;
  const { _id: cypherId, beatId, turnNo } = cypher;
  const isLong = ms > HOUR_MS;
  const late = { cypherId, turnNo: turnNo - 1 };
  const turn = { cypherId, turnNo };
  if (act === "take") await tried(cyphers.take(person, cypherId));
  if (act === "publish") await publish(scene, person, cypher, turnNo);
  if (act === "publishLate") await publish(scene, person, cypher, turnNo - 1);
  if (act === "pass") await person.mutation(api.cyphers.pass, turn);
  if (act === "passLate") await person.mutation(api.cyphers.pass, late);
  if (act === "join") await tried(cyphers.join(person, cypherId));
  if (act === "leaveLine") await cyphers.join(person, cypherId, false);
  if (act === "here") await tried(cyphers.here(person, cypherId));
  if (act === "away") await leaveRoom(world, person);
  if (act === "sending")
    await tried(person.mutation(api.cyphers.sending, turn));
  if (act === "watch")
    await tried(
      person.mutation(api.cyphers.watch, { cypherId, isWaiting: isLong }),
    );
  if (act === "removeBeat" && isLong)
    await producer.mutation(api.beats.remove, { beatId });
  if (act === "record") await tried(world.publishVerse(person, beatId));
  if (act === "limit")
    await producer.mutation(api.beats.setVersesLimit, {
      ...{ beatId, versesCount: isLong ? 10 : 15 },
    });
  if (act === "end")
    await tried(person.mutation(api.cyphers.end, { cypherId }));
}

async function leaveRoom(world: World, { userId }: Person) {
  const lease = (await world.rows("roomLeases")).find(
    (one) => one.userId === userId,
  );
  if (lease)
    await world.stranger.mutation(api.rooms.leave, {
      sessionToken: lease.token,
    });
}

/** Waits for a call that may be refused, but not fail. */
const tried = async (attempt: Promise<unknown>): Promise<void> => {
  const result = await attempt.then(
    () => null,
    async () => reasonBy(attempt),
  );
  if (result !== null) expect(result).toHaveProperty("code");
};

const pardon = (world: World) =>
  world.t.run(async ({ db }) => {
    for (const { _id } of await db.query("suspensions").collect())
      await db.delete("suspensions", _id);
  });

/** Publishes a take of a turn, and notes what must be true from then on. */
async function publish(
  { world, cyphers, truth }: Scene,
  person: Person,
  { _id: cypherId, micUserId, turnNo: current }: Doc<"cyphers">,
  turnNo: number,
) {
  const before = new Set((await world.storedFiles()).map(({ _id }) => _id));
  const attempt = cyphers.publish(person, cypherId, { turnNo });
  const isPublished = await attempt.then(
    () => true,
    () => false,
  );
  const stands = micUserId === person.userId && turnNo === current;
  if (isPublished) {
    expect(stands).toBe(true);
    const turn = `${cypherId} ${turnNo}`;
    expect(truth.published).not.toContain(turn);
    truth.published.add(turn);
    return;
  }
  const reason = await reasonBy(attempt);
  if (!isOver(reason)) return;
  expect(stands).toBe(false);
  const upload = (await world.storedFiles()).find(
    ({ _id }) => !before.has(_id),
  );
  if (!upload) throw new Error("a late take is gone");
  truth.kept.push(upload._id);
}

const isOver = (reason: unknown) =>
  typeof reason === "object" &&
  reason !== null &&
  "code" in reason &&
  reason.code === "TURN_OVER";

async function expectTrue({ world, truth }: Scene) {
  const cyphers = await world.rows("cyphers");
  const people = await world.rows("cypherPeople");
  const verses = await world.rows("verses");
  const jobs = await pendingJobs(world);
  const holders = cyphers.flatMap(({ micUserId }) => micUserId ?? []);
  expect(new Set(holders).size).toBe(holders.length);
  const [blocked, suspended] = [
    await world.rows("blocks"),
    await world.rows("suspensions"),
  ];
  for (const { userId } of suspended) expect(holders).not.toContain(userId);
  for (const cypher of cyphers) {
    const { _id, micUserId, micDueAt, micJobId, idleJobId, status } = cypher;
    const isHeld = micUserId !== null;
    expect([micDueAt !== null, micJobId !== null]).toEqual([isHeld, isHeld]);
    const isFree = status !== "ended" && !isHeld;
    await expectFairLine(world, cypher);
    expect(idleJobId !== null).toBe(isFree);
    if (status === "ended") expect(isHeld).toBe(false);
    expect(jobs.get(_id) ?? 0).toBe(status === "open" ? 1 : 0);
    expect(cypher.turnNo).toBeGreaterThanOrEqual(truth.turnNos.get(_id) ?? 0);
    truth.turnNos.set(_id, cypher.turnNo);
    const published = [...truth.published].filter((turn) =>
      turn.startsWith(_id),
    ).length;
    expect(cypher.verseCount).toBe(published);
    const own = people.filter(({ cypherId }) => cypherId === _id);
    expect(sum(own.map(({ turns }) => turns))).toBe(published);
    const missed = sum(own.map((person) => person.missed));
    const ended = published + missed + (isHeld ? 1 : 0);
    expect(ended).toBeLessThanOrEqual(cypher.turnNo);
    const chain = verses.filter(({ cypherId }) => cypherId === _id);
    expect(chain.length).toBeLessThanOrEqual(published);
    const hostBlocks = blocked.some(
      ({ blockerId, blockedId }) =>
        [blockerId, blockedId].includes(micUserId as never) &&
        [blockerId, blockedId].includes(cypher.hostId as never) &&
        micUserId !== cypher.hostId,
    );
    expect(hostBlocks).toBe(false);
  }
  const stored = new Set((await world.storedFiles()).map(({ _id }) => _id));
  for (const storageId of truth.kept) expect(stored).toContain(storageId);
}

/**
 * Expects nobody in line for a mic that they could have or do have, or in a
 * cypher that is over.
 */
async function expectFairLine(
  { t }: World,
  cypher: Doc<"cyphers">,
): Promise<void> {
  const { _id, micUserId, status, playing } = cypher;
  const found = await t.run(async (ctx) => ({
    line: (await lineOf(ctx as never, _id)).map(({ userId }) => userId),
    next: await findNext(ctx as never, cypher),
    verse: playing && (await ctx.db.get("verses", playing.verseId)),
  }));
  if (status === "ended" || cypher.pace !== "live")
    expect(found.line).toEqual([]);
  if (status === "open" && micUserId === null && cypher.pace === "live")
    expect(found.next).toBeNull();
  if (micUserId !== null) expect(found.line).not.toContain(micUserId);
  if (playing) expect(found.verse).not.toBeNull();
}

const sum = (numbers: readonly number[]) =>
  numbers.reduce((one, other) => one + other, 0);

/** Counts the jobs of each cypher that end its turn, or the cypher itself if it is idle. */
async function pendingJobs(world: World): Promise<Map<string, number>> {
  const jobs = await world.t.run(({ db }) =>
    db.system.query("_scheduled_functions").collect(),
  );
  const counts = new Map<string, number>();
  for (const { state, name, args } of jobs) {
    if (state.kind !== "pending" || !/cyphers.*(timeUp|idle)/.test(name))
      continue;
    // jobs of these functions have this argument
    const { cypherId } = args[0] as { cypherId: string };
    counts.set(cypherId, (counts.get(cypherId) ?? 0) + 1);
  }
  return counts;
}
