/**
 * Turns of a slow cypher on a server that is killed at random moments. Only a
 * real backend can be killed, so this runs only on the backend of this
 * repository.
 */
import { ConvexError } from "convex/values";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { api } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import { LIMIT_VARIABLES } from "./shared/rateLimits";
import { cyphersOf, joinRappers } from "./testing/test.cyphers";
import "./testing/test.deployment";
import "./testing/test.quickHashes";
import { makeEmptyWorld, type Person, type World } from "./testing/test.world";

const KILLS = 8;
/** Most acts take less time than this, so some of them are cut off. */
const LONGEST_LIFE_MS = 700;
const RESTART_POLL_MS = 20;

type Outcome = "done" | "refused" | "unknown";

/** A take. Its device keeps it until it knows whether it was published. */
interface Take {
  readonly storageId: Id<"_storage">;
  readonly cypherId: Id<"cyphers">;
  readonly turnNo: number;
  readonly isPublished: boolean;
}

interface Scene {
  readonly world: World;
  readonly cyphers: ReturnType<typeof cyphersOf>;
  readonly producer: Person;
  readonly rappers: readonly Person[];
  readonly takes: Take[];
  readonly counts: Record<Outcome, number>;
  isOver: boolean;
}

beforeEach(() => {
  for (const variable of LIMIT_VARIABLES) vi.stubEnv(variable, "off");
});

afterEach(() => vi.unstubAllEnvs());

test("however often the server is killed, there is one mic, each turn ends once, and each take is published once or kept", async () => {
  const scene = await makeScene();
  const { world, rappers, takes, counts } = scene;
  const acting = rappers.map((rapper) => actOn(scene, rapper));
  const turnNos = new Map<string, number>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(Math.random() * LONGEST_LIFE_MS);
    await killServer();
    await expectTrue(world, turnNos);
  }
  // On a slow machine, no take may have arrived between two kills.
  await expect.poll(() => outcomesOf(takes)).toEqual(new Set([true, false]));
  scene.isOver = true;
  await Promise.all(acting);
  await expectTrue(world, turnNos);
  await expectKept(world, takes);
  expect(counts.unknown).toBeGreaterThan(0);
});

const outcomesOf = (takes: readonly Take[]) =>
  new Set(takes.map(({ isPublished }) => isPublished));

async function makeScene(): Promise<Scene> {
  const world = await makeEmptyWorld();
  const producer = await world.join({ role: "producer" });
  const rappers = await joinRappers(world);
  const cyphers = cyphersOf(world);
  await openNext({ world, cyphers, producer, rappers });
  const counts = { done: 0, refused: 0, unknown: 0 };
  return {
    ...{ world, cyphers, producer, rappers, counts },
    ...{ takes: [], isOver: false },
  };
}

/** Starts a cypher on a beat of its own. */
async function openNext({
  world,
  cyphers,
  producer,
  rappers: [host = producer],
}: Pick<Scene, "world" | "cyphers" | "producer" | "rappers">) {
  await cyphers.open(host, await world.publishBeat(producer));
}

/**
 * Has a person do one thing after the other, whether the server is up or not.
 */
async function actOn(scene: Scene, person: Person): Promise<void> {
  while (!scene.isOver) {
    const cypher = await stubbornly(() => newestOpen(scene.world));
    if (cypher) await actIn(scene, person, cypher);
    else await tried(scene, openNext(scene));
  }
}

const newestOpen = async (world: World) =>
  (await world.rows("cyphers")).findLast(({ status }) => status === "open");

async function actIn(scene: Scene, person: Person, cypher: Doc<"cyphers">) {
  const { cyphers } = scene;
  const { _id: cypherId, micUserId, turnNo } = cypher;
  const turn = { cypherId, turnNo };
  const late = { cypherId, turnNo: turnNo - 1 };
  if (micUserId !== person.userId) {
    if (Math.random() < 0.2) return publish(scene, person, cypher, late.turnNo);
    return void (await tried(scene, cyphers.take(person, cypherId)));
  }
  const lot = Math.random();
  if (lot < 0.2) await tried(scene, person.mutation(api.cyphers.pass, turn));
  else if (lot < 0.3)
    await tried(scene, person.mutation(api.cyphers.pass, late));
  else {
    await tried(scene, person.mutation(api.cyphers.sending, turn));
    await publish(scene, person, cypher, turnNo);
  }
}

/**
 * Publishes a take as a device does: tries until it knows whether the take is
 * published.
 */
async function publish(
  scene: Scene,
  person: Person,
  cypher: Doc<"cyphers">,
  turnNo: number,
): Promise<void> {
  const { world, cyphers, takes } = scene;
  const { _id: cypherId } = cypher;
  const send = await stubbornly(() =>
    cyphers.makeTake(person, cypher, { turnNo }),
  );
  const { storageId } = send;
  for (;;) {
    const outcome = await tried(scene, send.publish());
    const isPublished = await stubbornly(async () =>
      (await world.rows("verses")).some((one) => one.storageId === storageId),
    );
    if (outcome === "unknown" && !isPublished) continue;
    if (outcome === "done") expect(isPublished).toBe(true);
    takes.push({ storageId, cypherId, turnNo, isPublished });
    return;
  }
}

/**
 * Returns the outcome of a call. A refusal has its code; a call that was cut
 * off has none.
 */
async function tried(
  { counts }: Scene,
  attempt: Promise<unknown>,
): Promise<Outcome> {
  const outcome = await attempt.then(
    () => "done" as const,
    (error: unknown) => (error instanceof ConvexError ? "refused" : "unknown"),
  );
  counts[outcome] += 1;
  if (outcome === "unknown") await pause(RESTART_POLL_MS);
  return outcome;
}

/** Tries again while the server is away. */
async function stubbornly<T>(call: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await call();
    } catch {
      await pause(RESTART_POLL_MS);
    }
}

/** Kills the server, and waits until another one answers. */
async function killServer(): Promise<void> {
  const { url, pidFile } = inject("deployment");
  const killed = await readFile(pidFile, "utf8");
  process.kill(Number(killed), "SIGKILL");
  await stubbornly(async () => {
    const answer = await fetch(`${url}/version`);
    const isNext = (await readFile(pidFile, "utf8")) !== killed;
    if (!answer.ok || !isNext) throw new Error("It is not there yet.");
  });
}

/** Checks the rules of cyphers on all rows, read at one moment. */
async function expectTrue(
  { t }: World,
  turnNos: Map<string, number>,
): Promise<void> {
  const { cyphers, people, verses, jobs } = await stubbornly(() =>
    t.run(async ({ db }) => {
      // Queries that are asked at once share a transaction.
      const [cyphers, people, verses, jobs] = await Promise.all([
        db.query("cyphers").collect(),
        db.query("cypherPeople").collect(),
        db.query("verses").collect(),
        db.system.query("_scheduled_functions").collect(),
      ]);
      return { cyphers, people, verses, jobs };
    }),
  );
  const holders = cyphers.flatMap(({ micUserId }) => micUserId ?? []);
  expect(new Set(holders).size).toBe(holders.length);
  const files = verses.map(({ storageId }) => storageId);
  expect(new Set(files).size).toBe(files.length);
  for (const { _id, status, turnNo, verseCount, ...cypher } of cyphers) {
    const isHeld = cypher.micUserId !== null;
    expect(cypher.micJobId !== null).toBe(isHeld);
    expect(turnNo).toBeGreaterThanOrEqual(turnNos.get(_id) ?? 0);
    turnNos.set(_id, turnNo);
    expect(verses.filter(({ cypherId }) => cypherId === _id)).toHaveLength(
      verseCount,
    );
    const rapped = people.filter(({ cypherId }) => cypherId === _id);
    const turns = rapped.reduce((sum, person) => sum + person.turns, 0);
    expect(turns).toBe(verseCount);
    expect(turns + (isHeld ? 1 : 0)).toBeLessThanOrEqual(turnNo);
    const ahead = jobs.filter(
      ({ name, args: [arg], state }) =>
        /timeUp|idle/.test(name) &&
        // jobs of these functions have this argument
        (arg as { cypherId: string }).cypherId === _id &&
        state.kind === "pending",
    );
    expect(ahead).toHaveLength(status === "open" ? 1 : 0);
  }
}

/**
 * Expects that each turn has at most one published take, and that all other
 * takes can still be sent.
 */
async function expectKept(world: World, takes: readonly Take[]): Promise<void> {
  const stored = new Set((await world.storedFiles()).map(({ _id }) => _id));
  for (const { storageId } of takes) expect(stored).toContain(storageId);
  const turns = takes
    .filter(({ isPublished }) => isPublished)
    .map(({ cypherId, turnNo }) => `${cypherId} ${turnNo}`);
  expect(new Set(turns).size).toBe(turns.length);
  expect(turns).toHaveLength((await world.rows("verses")).length);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
