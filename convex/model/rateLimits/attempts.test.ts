import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../shared/limits";
import { attempt, personAt } from "../../testing/test.origins";
import { beginUpload, noise } from "../../testing/test.pieces";
import {
  makeEmptyWorld,
  makeWorld,
  reasonBy,
  type World,
} from "../../testing/test.world";
import { purgeAttempts } from "./attempts";

// A real database remembers the latest time it has seen, for every later test.
// These tests therefore set the clock in memory only.
const NOW = 1_800_000_000_000;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const setClock = (now: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now, shouldAdvanceTime: false });

const counters = (world: World) => world.rows("attemptCounters");

test.each([
  ["an hour", HOUR_MS],
  ["three years", 3 * 365 * DAY_MS],
])("a clock that was %s ahead does not lock anyone out", async (_, aheadMs) => {
  vi.stubEnv("LIMIT_SIGN_UP_PER_ACCOUNT", "3");
  setClock(NOW + aheadMs);
  const world = await makeEmptyWorld();
  await attempt(world, "once", null);
  for (let n = 0; n < 3; n++) await attempt(world, "spent", null);
  setClock(NOW);
  await attempt(world, "once", null);
  await attempt(world, "once", null);
  // Attempts that were used up earlier stay used up, and come back at the usual
  // rate.
  const { retryAfterMs } = (await reasonBy(attempt(world, "spent", null))) as {
    retryAfterMs: number;
  }; // the data of RATE_LIMITED
  expect(retryAfterMs).toBe(200_000);
});

test("a clock that jumps ahead restores no more than the full number of attempts", async () => {
  vi.stubEnv("LIMIT_SIGN_UP_PER_ACCOUNT", "2");
  setClock(NOW);
  const world = await makeEmptyWorld();
  await attempt(world, "a", null);
  setClock(NOW + 3 * 365 * DAY_MS);
  for (let n = 0; n < 2; n++) await attempt(world, "a", null);
  const reason = await reasonBy(attempt(world, "a", null));
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
});

const purge = (world: World) =>
  world.t.run((ctx) => purgeAttempts(ctx as never));

test("attempts under ever new names leave only a few small rows, which the purge removes", async () => {
  setClock(NOW);
  const world = await makeEmptyWorld();
  for (let n = 0; n < 8; n++) {
    setClock(NOW + n * MINUTE_MS);
    await attempt(world, `${n}${"é".repeat(100_000)}`, null);
  }
  await purge(world);
  const rows = await counters(world);
  // With five attempts in ten minutes, each attempt is forgotten after two
  // minutes.
  expect(rows.length).toBeLessThan(5);
  for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(250);
});

test("an attempt writes no counter but its own", async () => {
  setClock(NOW);
  const world = await makeEmptyWorld();
  for (let n = 0; n < 5; n++) await attempt(world, `old ${n}`, null);
  const before = await counters(world);
  setClock(NOW + HOUR_MS);
  await attempt(world, "new", null);
  expect(await counters(world)).toEqual([
    ...before,
    expect.objectContaining({ countedAt: NOW + HOUR_MS }),
  ]);
});

test("the purge keeps only the counters that still matter", async () => {
  setClock(NOW + 3 * 365 * DAY_MS);
  const world = await makeEmptyWorld();
  await attempt(world, "of a wrong clock", null);
  setClock(NOW);
  for (let n = 0; n < 5; n++) await attempt(world, `old ${n}`, null);
  setClock(NOW + HOUR_MS);
  await attempt(world, "new", null);
  expect((await counters(world)).length).toBeGreaterThan(2);
  await purge(world);
  const [left, ...others] = await counters(world);
  expect(others).toEqual([]);
  expect(left?.countedAt).toBe(NOW + HOUR_MS);
});

test("cancelling gives a young account's MiB back where they were counted", async () => {
  vi.stubEnv("LIMIT_YOUNG_UPLOAD_PER_ORIGIN", "1");
  const world = await makeWorld();
  const atSchool = await personAt(world, world.asProducer, "10.0.0.1");
  const atHome = await personAt(world, world.asProducer, "10.0.0.2");
  const begun = await beginUpload(atSchool, noise(700_000, 1));
  await beginUpload(atHome, noise(700_000, 2));
  const { uploadId } = begun;
  await atHome.mutation(api.uploads.cancel, { uploadId });
  const more = await reasonBy(beginUpload(atHome, noise(700_000, 3)));
  expect(more).toMatchObject({ code: "RATE_LIMITED" });
  await beginUpload(atSchool, noise(700_000, 4));
});
