import { vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { barStartMs } from "../shared/beatGrid";
import { TAIL_MS } from "../shared/sections";
import { makeModeratedWorld } from "./test.moderation";
import type { Person, World } from "./test.world";

type CypherId = Id<"cyphers">;

/** The jobs of cyphers, which a test runs itself when its clock says so. */
const JOBS = {
  "cyphers:timeUp": internal.cyphers.timeUp,
  "cyphers:idle": internal.cyphers.idle,
};

/** A world with moderators, a beat of the producer, and no limit on cyphers. */
export async function makeCypherWorld() {
  const world = await makeModeratedWorld();
  vi.stubEnv("LIMIT_CYPHER_PER_YOUNG_ACCOUNT", "off");
  const beatId = await world.publishBeat(world.asProducer, { title: "Rain" });
  return { world, cyphers: cyphersOf(world), beatId };
}

/** The same with a faked clock and a cypher on the beat, which the rapper has started. */
export async function makeOpenCypher() {
  const made = await makeCypherWorld();
  const { world, cyphers, beatId } = made;
  vi.useFakeTimers({ toFake: ["Date"], now: await world.newestPersonAt() });
  const cypherId = await cyphers.open(world.asRapper, beatId);
  /** The kinds of what a person was told of the beat, the newest first. */
  const kinds = async (person: Person) => {
    const { rings } = await person.query(api.bell.list, { count: 20 });
    return rings
      .filter(({ subject }) => subject?.beatId === beatId)
      .map(({ kind }) => kind);
  };
  return { ...made, cypherId, kinds };
}

export type OpenCypher = Awaited<ReturnType<typeof makeOpenCypher>>;

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
  const take = (person: Person, cypherId: CypherId) =>
    person.mutation(api.cyphers.take, { cypherId });
  /** Publishes a take of the right length for a turn; for the current one unless given. */
  const publish = async (
    person: Person,
    cypherId: CypherId,
    {
      turnNo,
      extraMs = 0,
      beforeMs = 0,
    }: { turnNo?: number; extraMs?: number; beforeMs?: number } = {},
  ): Promise<Id<"verses">> => {
    const cypher = await load(cypherId);
    const { section, durationMs } = await takeFor(cypher);
    const { atMs, endMs } = section;
    const later = { atMs: atMs + beforeMs, endMs: endMs + beforeMs };
    const turn = { cypherId, turnNo: turnNo ?? cypher.turnNo };
    // A file that does not state its length.
    const file = { name: "verse-2s-fragmented.mp4", type: "audio/mp4" };
    return person.action(api.verses.create, {
      ...{ beatId: cypher.beatId, storageId: await world.upload(file) },
      ...{ section: { ...section, ...later }, peaks: [1, 2], turn },
      durationMs: durationMs + beforeMs + extraMs,
    });
  };
  /** The length and the bars of a take that fits a cypher. */
  const takeFor = async ({ beatId, bars, nextStartBar }: Doc<"cyphers">) => {
    const beat = await world.t.run(({ db }) => db.get("beats", beatId));
    if (!beat) throw new Error("no such beat");
    const rhythm = { bpm: beat.bpm, loopMs: beat.durationMs };
    const from = barStartMs(rhythm, nextStartBar);
    const barsMs = barStartMs(rhythm, nextStartBar + bars) - from;
    const section = { startBar: nextStartBar, bars, atMs: 0, endMs: barsMs };
    return { durationMs: Math.round(barsMs + TAIL_MS), section };
  };
  const takeAndPublish = async (person: Person, cypherId: CypherId) => {
    await take(person, cypherId);
    return publish(person, cypherId);
  };
  const page = async (cypherId: CypherId) => {
    const found = await world.stranger.query(api.cyphers.get, { cypherId });
    return found === "gone" ? null : found;
  };
  return {
    ...{ find, load, open, take, publish, takeAndPublish, page },
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
  for (;;) {
    const job = await nextJob(world, until);
    if (job === undefined) break;
    vi.setSystemTime(Math.max(Date.now(), job.scheduledTime));
    await world.t.run(({ scheduler }) => scheduler.cancel(job._id));
    await world.t.mutation(job.run, job.args);
    await world.settle();
  }
  vi.setSystemTime(until);
}

async function nextJob(world: World, until: number) {
  const jobs = await world.t.run(({ db }) =>
    db.system.query("_scheduled_functions").collect(),
  );
  const [first] = jobs
    .filter(({ state }) => state.kind === "pending")
    .filter(({ name, scheduledTime }) => {
      return nameOf(name) in JOBS && scheduledTime <= until;
    })
    .sort((a, b) => a.scheduledTime - b.scheduledTime);
  if (first === undefined) return undefined;
  const run = JOBS[nameOf(first.name) as keyof typeof JOBS]; // it is in JOBS
  const { _id, scheduledTime } = first;
  return { _id, scheduledTime, run, args: first.args[0] as never }; // as it was scheduled
}

/** Without the ending that some versions add. */
const nameOf = (name: string) => name.replace(".js:", ":");
