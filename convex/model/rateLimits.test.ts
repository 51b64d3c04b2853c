import { afterEach, expect, test, vi } from "vitest";
import { makeEmptyWorld, reasonBy, type World } from "../test.setup";
import type { WriteCtx } from "./contexts";
import { takeTurn } from "./rateLimits";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** An attempt from an address, as a backend that knows addresses tells it. */
const attempt = (world: World, account: string, ip: string | null) =>
  world.t.run(async (ctx) => {
    const metadata = { ip } as Awaited<
      ReturnType<WriteCtx["meta"]["getRequestMetadata"]>
    >; // the limit reads no more of it
    const meta = { ...ctx.meta, getRequestMetadata: async () => metadata };
    await takeTurn({ ...ctx, meta }, "signUp", account);
  });

test("thirty people behind one address can join in a minute", async () => {
  const world = await makeEmptyWorld();
  for (let n = 0; n < 30; n++) await attempt(world, `a${n}@b.co`, "10.0.0.1");
});

test("an address of origin is limited across accounts, another is not", async () => {
  vi.stubEnv("LIMIT_SIGN_UP_PER_ORIGIN", "2");
  const world = await makeEmptyWorld();
  await attempt(world, "a", "10.0.0.1");
  await attempt(world, "b", "10.0.0.1");
  const reason = await reasonBy(attempt(world, "c", "10.0.0.1"));
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  await attempt(world, "c", "10.0.0.2");
  await attempt(world, "d", null);
});

test("an attempt is allowed again after the time that was told", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  vi.stubEnv("LIMIT_SIGN_UP_PER_ACCOUNT", "1");
  const world = await makeEmptyWorld();
  await attempt(world, "a", null);
  const reason = await reasonBy(attempt(world, "a", null));
  const { retryAfterMs } = reason as { retryAfterMs: number }; // of RATE_LIMITED
  expect(retryAfterMs).toBe(600_000);
  vi.setSystemTime(Date.now() + retryAfterMs);
  await attempt(world, "a", null);
});

test("a limit can be lifted, and nonsense is refused by its name", async () => {
  vi.stubEnv("LIMIT_SIGN_UP_PER_ACCOUNT", "off");
  const world = await makeEmptyWorld();
  for (let n = 0; n < 10; n++) await attempt(world, "a", null);
  vi.stubEnv("LIMIT_SIGN_UP_PER_ACCOUNT", "many");
  await expect(attempt(world, "a", null)).rejects.toThrow(
    'LIMIT_SIGN_UP_PER_ACCOUNT must be a number above 0 or "off": many',
  );
});
