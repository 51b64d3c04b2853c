/**
 * Jobs tell news to many people, some people in each job. The server is killed in the middle of the
 * jobs, without saving anything, and starts again from what is on disk.
 */
import { expect } from "@playwright/test";
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import {
  openCypher,
  passMic,
  takeMic,
} from "../tools/demo/publishFunctions.ts";
import type { RunningApp } from "./app.ts";
import { makeBeat } from "./content.ts";
import { type Person, connect, join } from "./people.ts";
import { changeStored, rowsOf, type Transaction } from "./storedData.ts";
import { test } from "./story.ts";

/** Telling this many followers takes thirty jobs. */
const FOLLOWERS = 6_000;
const FOLLOWERS_OF_A_JOB = 200;
/** Telling this many people who wait for the mic takes thirty jobs. */
const WAITING = 1_500;

const setFollow = makeFunctionReference<
  "mutation",
  { userId: string; isFollowed: boolean }
>("follows:set");
const news = makeFunctionReference<"query", Record<string, never>, number>(
  "follows:news",
);
const unread = makeFunctionReference<"query", Record<string, never>, number>(
  "bell:unread",
);

test("a publication reaches each follower once when the server is killed while it spreads", async ({
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const producer = await join(app, "producer");
  const follow = { userId: producer.userId, isFollowed: true };
  // Jobs take followers in the order in which the followers joined.
  const first = await join(app, "listener");
  await first.client.mutation(setFollow, follow);
  await changeStored(app, (transaction) => {
    for (const followerId of makeUsers(transaction, FOLLOWERS))
      transaction.insert("", "follows", {
        followerId,
        followedId: producer.userId,
        createdAt: Date.now(),
        latestAt: 0,
      });
  });
  const last = await join(app, "listener");
  await last.client.mutation(setFollow, follow);
  const ears = [new Ear(app, first, news), new Ear(app, last, news)] as const;
  for (const ear of ears) await expect.poll(() => ear.heard).toEqual([0]);

  await makeBeat(producer);
  await ears[0].until(1);
  await app.kill();
  await changeStored(app, (transaction) => {
    const told = toldFollowers(transaction);
    expect(told).toBeGreaterThanOrEqual(FOLLOWERS_OF_A_JOB);
    expect(told).toBeLessThan(FOLLOWERS);
  });
  await ears[1].until(1);
  for (const ear of ears) await ear.close();

  await changeStored(app, (transaction) => {
    expect(toldFollowers(transaction)).toBe(FOLLOWERS + ears.length);
    // A job that ran twice would have scheduled all later jobs twice.
    const runs = rowsOf(transaction, "_scheduled_functions").filter(
      ({ row }) => row.name === "follows.js:spread",
    );
    expect(runs.map(({ row }) => row.state)).toEqual(
      Array.from({ length: 1 + FOLLOWERS / FOLLOWERS_OF_A_JOB }, () => ({
        kind: "success",
      })),
    );
  });
});

test("each who waits for a mic is rung once when the server is killed while it rings", async ({
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const holder = await join(app, "producer_rapper");
  const [first, last] = [await join(app, "rapper"), await join(app, "rapper")];
  const { id: beatId } = await makeBeat(holder);
  const { client } = holder;
  const cypherId = await client.mutation(openCypher, { beatId, bars: 8 });
  await client.mutation(takeMic, { cypherId });
  const waiting: string[] = [];
  await changeStored(app, (transaction) => {
    const made = makeUsers(transaction, WAITING);
    for (const userId of made) addProfile(transaction, userId);
    waiting.push(first.userId, ...made, last.userId);
    for (const userId of waiting)
      transaction.insert("", "cypherPeople", {
        ...{ cypherId, userId },
        ...{ turns: 0, missed: 0, isWaiting: true },
      });
  });
  const ears = [
    new Ear(app, first, unread),
    new Ear(app, last, unread),
  ] as const;
  for (const ear of ears) await expect.poll(() => ear.heard).toEqual([0]);

  await client.mutation(passMic, { cypherId, turnNo: 1 });
  await ears[0].until(1);
  await app.kill();
  await changeStored(app, (transaction) => {
    const rung = rowsOf(transaction, "bell").length;
    expect(rung).toBeGreaterThan(0);
    expect(rung).toBeLessThan(waiting.length);
  });
  await ears[1].until(1);
  for (const ear of ears) await ear.close();

  await changeStored(app, (transaction) => {
    const rows = rowsOf(transaction, "bell").map(({ row }) => row);
    expect(rows.map(({ userId }) => userId).toSorted()).toEqual(
      waiting.toSorted(),
    );
    for (const row of rows)
      expect(row).toMatchObject({ kind: "micFree", count: 1, readAt: null });
  });
});

/** Notes every value of one number that the server sends to a person's page. */
class Ear {
  readonly heard: number[] = [];
  readonly #client: ConvexClient;

  constructor(app: RunningApp, person: Person, query: typeof news) {
    this.#client = connect(app, person);
    this.#client.onUpdate(query, {}, (count) => this.heard.push(count));
  }

  async until(count: number): Promise<void> {
    await expect
      .poll(() => this.heard.at(-1), { intervals: [5], timeout: 60_000 })
      .toBe(count);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

const makeUsers = (transaction: Transaction, count: number): string[] =>
  Array.from({ length: count }, () => transaction.insert("", "users", {}));

function addProfile(transaction: Transaction, userId: string): void {
  const username = `waits_${userId}`;
  transaction.insert("", "profiles", {
    ...{ userId, username, usernameFolded: username, role: "rapper" },
    ...{ state: "Delhi", bio: "", instagram: "", youtube: "" },
    ...{ createdAt: Date.now(), updatedAt: Date.now() },
  });
}

const toldFollowers = (transaction: Transaction): number =>
  rowsOf(transaction, "follows").filter(({ row }) => row.latestAt !== 0).length;
