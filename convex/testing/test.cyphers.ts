import type { FunctionReference } from "convex/server";
import { vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { suspendPerson } from "../model/moderation/suspensions";
import { barStartMs } from "../shared/beatGrid";
import { HOUR_MS, SECOND_MS } from "../shared/limits";
import { type PlacedSection, TAIL_MS } from "../shared/sections";
import { makeModeratedWorld } from "./test.moderation";
import type { Person, World } from "./test.world";

type CypherId = Id<"cyphers">;

const MOST_WAITS = 100;

/**
 * The jobs of cyphers. A test runs them itself when its clock reaches their
 * time.
 */
const JOBS = {
  "cyphers:timeUp": ofMutation(internal.cyphers.timeUp),
  "cyphers:noShow": ofMutation(internal.cyphers.noShow),
  "cyphers:openAt": ofMutation(internal.cyphers.openAt),
  "cyphers:remind": ofMutation(internal.cyphers.remind),
  "cyphers:idle": ofMutation(internal.cyphers.idle),
  "rooms:close": ofMutation(internal.rooms.close),
  "rooms:count": ({ t }: World, args: never) =>
    t.action(internal.rooms.count, args),
};

function ofMutation(job: FunctionReference<"mutation", "internal">) {
  return ({ t }: World, args: never) => t.mutation(job, args);
}

/** Returns three people who may rap; one of them produces too. */
export const joinRappers = async ({ join }: Pick<World, "join">) => [
  await join({ role: "rapper" }),
  await join({ role: "producer_rapper" }),
  await join({ role: "rapper" }),
];

/** A world with moderators, a beat of the producer, and no limit on cyphers. */
export async function makeCypherWorld() {
  const world = await makeModeratedWorld();
  vi.stubEnv("LIMIT_CYPHER_PER_YOUNG_ACCOUNT", "off");
  const beatId = await world.publishBeat(world.asProducer, { title: "Rain" });
  return { world, cyphers: cyphersOf(world), beatId };
}

/**
 * Like `makeCypherWorld`, with a faked clock and a cypher on the beat that the
 * rapper has started.
 */
export async function makeOpenCypher() {
  const made = await makeCypherWorld();
  const { world, cyphers, beatId } = made;
  vi.useFakeTimers({ toFake: ["Date"], now: await world.newestPersonAt() });
  const cypherId = await cyphers.open(world.asRapper, beatId);
  /** Returns the kinds of the rows in a person's bell, newest first. */
  const kinds = async (person: Person) => {
    const { rings } = await person.query(api.bell.list, { count: 20 });
    return rings
      .filter(({ subject }) => subject?.beatId === beatId)
      .map(({ kind }) => kind);
  };
  return { ...made, cypherId, kinds };
}

/** Like `makeOpenCypher`, with a live cypher whose room is empty. */
export async function makeLiveCypher() {
  const made = await makeCypherWorld();
  const { world, cyphers, beatId } = made;
  vi.useFakeTimers({ toFake: ["Date"], now: await world.newestPersonAt() });
  return { ...made, cypherId: await cyphers.openLive(world.asRapper, beatId) };
}

export type OpenCypher = Awaited<ReturnType<typeof makeOpenCypher>>;

/** How a take differs from one that fits its turn. */
interface TakeChange {
  extraMs?: number;
  beforeMs?: number;
  section?: Partial<PlacedSection>;
}

/** What tests do with the cyphers of a world. */
export function cyphersOf(world: World) {
  const load = async (cypherId: CypherId): Promise<Doc<"cyphers">> => {
    const cypher = await find(cypherId);
    if (!cypher) throw new Error("no such cypher");
    return cypher;
  };
  const find = (cypherId: CypherId) =>
    world.t.run(({ db }) => db.get("cyphers", cypherId));
  const open = (
    person: Person,
    beatId: Id<"beats">,
    bars: 8 | 16 = 8,
  ): Promise<CypherId> => person.mutation(api.cyphers.open, { beatId, bars });
  const openLive = (
    person: Person,
    beatId: Id<"beats">,
    startsAt?: number,
  ): Promise<CypherId> =>
    person.mutation(api.cyphers.open, {
      ...{ beatId, bars: 8, pace: "live" },
      ...(startsAt !== undefined && { startsAt }),
    });
  const here = (person: Person, cypherId: CypherId, sessionId = "tab") =>
    person.mutation(api.rooms.here, { cypherId, sessionId });
  const join = (person: Person, cypherId: CypherId, isInLine = true) =>
    person.mutation(api.cyphers.setLine, { cypherId, isInLine });
  /** Puts a person in the room and in line. */
  const enter = async (person: Person, cypherId: CypherId) => {
    await here(person, cypherId);
    await join(person, cypherId);
  };
  /**
   * Puts a person in the room for a while, or in line, without checking any
   * rule.
   */
  const seat = (
    cypherId: CypherId,
    userId: Id<"users">,
    { hereMs = 0, inLineAt }: { hereMs?: number; inLineAt?: number },
  ) =>
    world.t.run(async ({ db }) => {
      const who = { cypherId, userId };
      const row = { ...who, turns: 0, missed: 0, isWaiting: false };
      if (inLineAt) await db.insert("cypherPeople", { ...row, inLineAt });
      const dueAt = Date.now() + hereMs;
      const lease = { ...who, sessionId: "tab", token: userId, dueAt };
      if (hereMs > 0) await db.insert("roomLeases", lease);
    });
  const take = (person: Person, cypherId: CypherId) =>
    person.mutation(api.cyphers.take, { cypherId });
  /**
   * Publishes a take of the right length for a turn. Default: the current turn.
   */
  const publish = async (
    person: Person,
    cypherId: CypherId,
    { turnNo, ...change }: TakeChange & { turnNo?: number } = {},
  ): Promise<Id<"verses">> => {
    const cypher = await load(cypherId);
    const take = await makeTake(person, cypher, {
      ...{ turnNo: turnNo ?? cypher.turnNo, ...change },
    });
    return take.publish();
  };
  /** Uploads a take of a turn. It can be published again and again. */
  const makeTake = async (
    person: Person,
    cypher: Doc<"cyphers">,
    {
      turnNo,
      extraMs = 0,
      beforeMs = 0,
      section: stated,
    }: TakeChange & { turnNo: number },
  ) => {
    const fitting = await sectionFor(cypher);
    const section = {
      ...fitting,
      atMs: fitting.atMs + beforeMs,
      endMs: fitting.endMs + beforeMs,
      ...stated,
    };
    // This file does not state its length.
    const file = { name: "verse-2s-fragmented.mp4", type: "audio/mp4" };
    const take = {
      ...{ beatId: cypher.beatId, storageId: await world.upload(file) },
      ...{ section, peaks: [1, 2] },
      turn: { cypherId: cypher._id, turnNo },
      durationMs: Math.round(section.endMs + TAIL_MS) + extraMs,
    };
    const publishTake = () => person.action(api.verses.create, take);
    return { storageId: take.storageId, publish: publishTake };
  };
  /** The bars of a take that fits a cypher. */
  const sectionFor = async ({
    beatId,
    bars,
    nextStartBar,
  }: Doc<"cyphers">): Promise<PlacedSection> => {
    const beat = await world.t.run(({ db }) => db.get("beats", beatId));
    if (!beat) throw new Error("no such beat");
    const rhythm = { bpm: beat.bpm, loopMs: beat.durationMs };
    const from = barStartMs(rhythm, nextStartBar);
    const barsMs = barStartMs(rhythm, nextStartBar + bars) - from;
    return { startBar: nextStartBar, bars, atMs: 0, endMs: barsMs };
  };
  const takeAndPublish = async (person: Person, cypherId: CypherId) => {
    await take(person, cypherId);
    return publish(person, cypherId);
  };
  const page = async (cypherId: CypherId) => {
    const found = await world.stranger.query(api.cyphers.get, { cypherId });
    return found === "gone" ? null : found;
  };
  const jobsOf = async (cypherId: CypherId) =>
    (await pendingJobs(world, Infinity)).filter(
      ({ args: [arg] }) =>
        (arg as { cypherId?: CypherId }).cypherId === cypherId,
    );
  return {
    ...{ find, load, open, take, publish, makeTake, takeAndPublish, page },
    jobsOf,
    /** Deletes all planned jobs: imported data comes without any. */
    loseJobs: async () => {
      for (const { _id } of await pendingJobs(world, Infinity))
        await world.t.run(({ scheduler }) => scheduler.cancel(_id));
    },
    ...{ openLive, here, join, enter, seat },
    /**
     * Puts people without a profile in line; the first `hereCount` are in the
     * room.
     */
    makeLine: async (cypherId: CypherId, length: number, hereCount: number) => {
      for (let n = 0; n < length; n += 1) {
        const userId = await world.t.run(({ db }) => db.insert("users", {}));
        const hereMs = n < hereCount ? HOUR_MS : 0;
        await seat(cypherId, userId, { hereMs, inLineAt: n + 1 });
      }
    },
    suspend: async ({ userId }: Person) => {
      // Ids of convex-test end with the name of their table. Only an appeal looks for this one.
      const decisionId = userId.replace("users", "decisions");
      const row = { userId, until: null, decisionId } as never;
      await world.t.run((ctx) => suspendPerson(ctx as never, row));
    },
    /** Lets time pass, during which some people stay in the room. */
    stay: async (cypherId: CypherId, ms: number, people: Person[]) => {
      const until = Date.now() + ms;
      for (;;) {
        for (const person of people) await here(person, cypherId);
        const stepMs = Math.min(8 * SECOND_MS, until - Date.now());
        if (stepMs <= 0) return;
        await advance(world, Date.now() + stepMs);
      }
    },
    /** Lets time pass on a faked clock; each job runs when it is due. */
    advance: (ms: number) => advance(world, Date.now() + ms),
    /** Lets time pass while the server is down, and starts it again. */
    sleep: async (ms: number) => {
      vi.setSystemTime(Date.now() + ms);
      await advance(world, Date.now());
    },
  };
}

async function advance(world: World, until: number): Promise<void> {
  await finishOthers(world);
  for (;;) {
    const [job] = (await pendingJobs(world, until)).filter(isOwn);
    if (job === undefined) break;
    vi.setSystemTime(Math.max(Date.now(), job.scheduledTime));
    await world.t.run(({ scheduler }) => scheduler.cancel(job._id));
    const run = JOBS[nameOf(job.name) as keyof typeof JOBS]; // it is in JOBS
    // jobs of this function have this argument
    await run(world, job.args[0] as never);
    await finishOthers(world);
  }
  vi.setSystemTime(until);
}

/**
 * Waits for the jobs that are due now and are not in `JOBS`, such as jobs that
 * write to bells.
 */
async function finishOthers(world: World): Promise<void> {
  for (let turn = 0; turn < MOST_WAITS; turn += 1) {
    await world.t.finishInProgressScheduledFunctions();
    const due = await pendingJobs(world, Date.now());
    if (due.filter(isPrompt).every(isOwn)) return;
    await new Promise((resolve) => setTimeout(resolve, 1)); // only the date is faked
  }
}

/** Returns the jobs that are due by this time, the earliest first. */
async function pendingJobs({ t }: World, until: number) {
  const jobs = await t.run(({ db }) =>
    db.system.query("_scheduled_functions").collect(),
  );
  return jobs
    .filter(({ state }) => state.kind === "pending")
    .filter(({ scheduledTime }) => scheduledTime <= until)
    .sort((a, b) => a.scheduledTime - b.scheduledTime);
}

/**
 * True for jobs that are due at once. All other jobs wait for the faked clock.
 */
const isPrompt = (job: { scheduledTime: number; _creationTime: number }) =>
  job.scheduledTime - job._creationTime < SECOND_MS;

const isOwn = ({ name }: { name: string }) => nameOf(name) in JOBS;

/** Leaves out the ending that some versions add. */
const nameOf = (name: string) => name.replace(".js:", ":");
