/**
 * How many votes and sign-ups a second a deployment on Convex can take. Records
 * the rows that the functions read and write, and runs the model of
 * test.simulate.ts with many such transactions at the same time. Prints a
 * table.
 */
import { beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { type Outcome, simulate, type Transaction } from "./test.simulate";
import { setAuthKeys } from "./test.authKeys";
import { at, personAt } from "./test.origins";
import { recordRows, type Recorded } from "./test.recordRows";
import { makeEmptyWorld, type World } from "./test.world";

/** A guess: how long one database call takes inside a function on Convex. */
const MS_PER_CALL = 1;
const VOTES_ON_ONE = 122;
const BEATS = 20;
const VOTES_ON_EACH = 8;
/** The first vote is counted at once, and the second makes the beat busy. */
const BEFORE_BUSY = 2;

/**
 * As a share. By chance, one vote in some ten thousand collides with others
 * nine times in a row.
 */
const FEW = 0.001;

let world: World;

beforeEach(async () => {
  world = await makeEmptyWorld();
  // Jobs begin only when they are called here. The clock stands still, so that
  // votes on a busy machine are a crowd too.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
  // Each run chooses the same shards.
  vi.spyOn(Math, "random").mockImplementation(sameRandom());
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

/** Returns a generator of the same numbers in each run. */
function sameRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/**
 * Leaves out rows that only one transaction touches: nobody waits for those.
 */
function transactionsOf(recorded: readonly Recorded[]): Transaction[] {
  const touched = new Map<string, number>();
  for (const { reads, writes } of recorded)
    for (const key of new Set([...reads, ...writes]))
      touched.set(key, (touched.get(key) ?? 0) + 1);
  const isShared = (key: string) => (touched.get(key) ?? 0) > 1;
  return recorded.map(({ reads, writes, calls }) => ({
    reads: reads.filter(isShared),
    writes: writes.filter(isShared),
    runMs: calls * MS_PER_CALL,
  }));
}

async function recordVotes(
  beatId: Id<"beats">,
  votes: number,
): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (let n = 0; n < votes; n++) {
    const voter = await world.join();
    const client = await personAt(world, voter, `203.0.113.${n % 4}`);
    const vote = {
      contentType: "beat" as const,
      contentId: beatId,
      voted: true,
    };
    recorded.push(await recordRows(() => client.mutation(api.votes.set, vote)));
  }
  return recorded.slice(BEFORE_BUSY);
}

async function recordFold(contentId: Id<"beats">): Promise<Recorded> {
  const beat = await world.t.run((ctx) => ctx.db.get("beats", contentId));
  const fold = {
    contentType: "beat" as const,
    contentId,
    foldsAt: beat?.foldsAt ?? 0,
  };
  return recordRows(() => world.t.mutation(internal.votes.fold, fold));
}

function print(name: string, rows: [number, number, Outcome][]): void {
  for (const [perSecond, atOnce, { storedPerSecond, refused, p99Ms }] of rows)
    // oxlint-disable-next-line no-console -- the figures of tools/bench/README.md
    console.log(
      `| ${name} | ${atOnce} | ${perSecond} | ${storedPerSecond.toFixed(1)} | ${(refused * 100).toFixed(1)} % | ${p99Ms.toFixed(0)} ms |`,
    );
}

/**
 * Simulates rising rates, and prints a line for each. Returns the share that
 * was refused at the rate `aim`.
 */
function refusedAt(
  aim: number,
  name: string,
  draw: (random: () => number) => Transaction,
  eachSecond?: Transaction,
): number {
  const rows = [16, 256].flatMap((atOnce) =>
    [aim / 8, aim / 2, aim, 2 * aim].map(
      (perSecond): [number, number, Outcome] => {
        const random = sameRandom();
        const load = { perSecond, atOnce, ...(eachSecond && { eachSecond }) };
        return [perSecond, atOnce, simulate(() => draw(random), load, random)];
      },
    ),
  );
  print(name, rows);
  const atAim = rows.filter(([perSecond]) => perSecond === aim);
  return Math.max(...atAim.map(([, , { refused }]) => refused));
}

const oneOf = <Item>(items: readonly Item[], random: () => number): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
};

test("400 votes a second on one beat are not refused", async () => {
  const producer = await world.join({ role: "producer" });
  const beatId = await world.publishBeat(producer);
  const recorded = await recordVotes(beatId, VOTES_ON_ONE);
  await recordFold(beatId);
  await recordVotes(beatId, VOTES_ON_EACH);
  // The fold adds votes from before it, while further votes arrive.
  const all = transactionsOf([...recorded, await recordFold(beatId)]);
  const fold = all.pop();
  const draw = (random: () => number) => oneOf(all, random);
  expect(refusedAt(400, "one beat", draw, fold)).toBeLessThan(FEW);
});

test("400 votes a second on twenty beats are not refused", async () => {
  const recorded: Recorded[] = [];
  for (let n = 0; n < BEATS; n++) {
    const producer = await world.join({ role: "producer" });
    const beatId = await world.publishBeat(producer);
    recorded.push(...(await recordVotes(beatId, VOTES_ON_EACH)));
  }
  const all = transactionsOf(recorded);
  const draw = (random: () => number) => oneOf(all, random);
  expect(refusedAt(400, "twenty beats", draw)).toBeLessThan(FEW);
});

test("an evening of sign-ups, four a second, is not refused", async () => {
  await setAuthKeys();
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
  const recorded: Recorded[] = [];
  for (let n = 0; n < 20; n++) {
    const params = {
      flow: "signUp",
      email: `new${n}@example${n}.com`,
      password: "gully nights 1",
      username: `new${n}`,
      role: "rapper",
      state: "Delhi",
    };
    const client = at(world.t, `203.0.113.${n % 4}`);
    recorded.push(
      await recordRows(() =>
        client.action(api.auth.signIn, { provider: "password", params }),
      ),
    );
  }
  const all = transactionsOf(recorded);
  const draw = (random: () => number) => oneOf(all, random);
  expect(refusedAt(4, "sign-ups", draw)).toBeLessThan(FEW);
});
