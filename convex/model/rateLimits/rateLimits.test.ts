import { afterEach, expect, test, vi } from "vitest";
import type { Id } from "../../_generated/dataModel";
import { attempt, from } from "../../testing/test.origins";
import { makeEmptyWorld, reasonBy, type World } from "../../testing/test.world";
import { DAY_MS } from "../../shared/limits";
import {
  enforceMemberLimit,
  enforceOriginLimit,
  enforceSignInLimit,
  enforceStrangerLimit,
  enforceYoungSums,
} from "./rateLimits";

const NOW = 1_800_000_000_000;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const strangersAttempt = (world: World, ip: string) =>
  from(world, ip, (ctx) => enforceStrangerLimit(ctx, "reset", "a@b.co"));

const signInAttempt = (
  world: World,
  ip: string,
  device: Id<"knownDevices"> | null = null,
) => from(world, ip, (ctx) => enforceSignInLimit(ctx, "a@b.co", device));

test("thirty people behind one address can join in a minute", async () => {
  const world = await makeEmptyWorld();
  for (let n = 0; n < 30; n++) await attempt(world, `a${n}@b.co`, "10.0.0.1");
});

test("limits one origin across accounts without affecting another", async () => {
  vi.stubEnv("LIMIT_SIGN_UP_PER_ORIGIN", "2");
  const world = await makeEmptyWorld();
  await attempt(world, "a", "10.0.0.1");
  await attempt(world, "b", "10.0.0.1");
  const reason = await reasonBy(attempt(world, "c", "10.0.0.1"));
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  await attempt(world, "c", "10.0.0.2");
  await attempt(world, "d", null);
});

test("limits mailed codes for each origin, and not where it is unknown", async () => {
  vi.stubEnv("LIMIT_CODE_PER_ORIGIN", "1");
  const world = await makeEmptyWorld();
  const tryCode = (ip: string | null) =>
    from(world, ip, (ctx) => enforceOriginLimit(ctx, "code"));
  await tryCode("10.0.0.1");
  const reason = await reasonBy(tryCode("10.0.0.1"));
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  await tryCode("10.0.0.2");
  for (let n = 0; n < 3; n++) await tryCode(null);
});

test("allows another attempt after the announced wait", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubEnv("LIMIT_SIGN_UP_PER_ACCOUNT", "1");
  const world = await makeEmptyWorld();
  await attempt(world, "a", null);
  const reason = await reasonBy(attempt(world, "a", null));
  const { retryAfterMs } = reason as { retryAfterMs: number }; // the data of RATE_LIMITED
  expect(retryAfterMs).toBe(600_000);
  vi.setSystemTime(Date.now() + retryAfterMs);
  await attempt(world, "a", null);
});

test("a limit can be switched off, and an invalid value is named in the error", async () => {
  vi.stubEnv("LIMIT_SIGN_UP_PER_ACCOUNT", "off");
  const world = await makeEmptyWorld();
  for (let n = 0; n < 10; n++) await attempt(world, "a", null);
  vi.stubEnv("LIMIT_SIGN_UP_PER_ACCOUNT", "many");
  await expect(attempt(world, "a", null)).rejects.toThrow(
    'LIMIT_SIGN_UP_PER_ACCOUNT must be a number above 0 or "off": many',
  );
});

test("the addresses of one IPv6 network share a limit, another network has its own", async () => {
  vi.stubEnv("LIMIT_SIGN_UP_PER_ORIGIN", "2");
  const world = await makeEmptyWorld();
  await attempt(world, "a", "2001:db8:0:1::1");
  await attempt(world, "b", "2001:0db8:0000:0001:ffff:ffff:ffff:ffff");
  const reason = await reasonBy(attempt(world, "c", "2001:db8:0:1:a::1"));
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  await attempt(world, "c", "2001:db8:0:2::1");
  await attempt(world, "d", "::ffff:10.0.0.1");
  await attempt(world, "e", "10.0.0.1");
  const mapped = await reasonBy(attempt(world, "f", "::ffff:a00:1"));
  expect(mapped).toMatchObject({ code: "RATE_LIMITED" });
});

/**
 * Claims from networks of one prefix until a claim is refused. Returns how many
 * were accepted.
 */
async function claimsFrom(world: World, networks: readonly string[]) {
  let accepted = 0;
  for (const [n, network] of networks.entries()) {
    const claiming = from(world, `${network}::1`, (ctx) =>
      enforceStrangerLimit(ctx, "claim", `${n}@b.co`),
    );
    accepted += await claiming.then(
      () => 1,
      () => 0,
    );
  }
  return accepted;
}

const numbered = (count: number, name: (hex: string) => string) =>
  Array.from({ length: count }, (_, n) => name(n.toString(16)));

test("a home line and a rented machine are not hundreds of strangers", async () => {
  vi.stubEnv("LIMIT_CLAIM_PER_ORIGIN", "10");
  const world = await makeEmptyWorld();
  const line = numbered(60, (hex) => `2001:db8:0:${hex}`);
  expect(await claimsFrom(world, line)).toBe(20);
  const site = numbered(60, (hex) => `2001:db8:0:${hex}00`);
  expect(await claimsFrom(world, site)).toBe(20);
});

test("neighbours of one carrier, each with a network, vote and sign up", async () => {
  vi.stubEnv("LIMIT_VOTE_PER_ORIGIN", "30");
  const world = await makeEmptyWorld();
  for (const [n, network] of numbered(
    60,
    (hex) => `2001:db8:0:${hex}00`,
  ).entries()) {
    const member = { userId: `member ${n}` as Id<"users">, joinedAt: 0 };
    await from(world, `${network}::1`, async (ctx) => {
      await enforceMemberLimit(ctx, "vote", member);
      await enforceStrangerLimit(ctx, "signUp", `${n}@b.co`);
    });
  }
});

test("a stranger uses up only the attempts of their own origin", async () => {
  vi.stubEnv("LIMIT_RESET_PER_ACCOUNT", "2");
  const world = await makeEmptyWorld();
  for (const _ of [1, 2]) await strangersAttempt(world, "10.0.0.1");
  const reason = await reasonBy(strangersAttempt(world, "10.0.0.1"));
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  await strangersAttempt(world, "10.0.0.2");
});

test("limits guessing from many origins without locking out a known device", async () => {
  vi.stubEnv("LIMIT_SIGN_IN_PER_ACCOUNT", "2");
  const world = await makeEmptyWorld();
  const { userId } = await world.join({});
  const deviceId = await world.t.run((ctx) =>
    ctx.db.insert("knownDevices", { userId, deviceHash: "", seenAt: 0 }),
  );
  for (const origin of [1, 2, 3, 4, 5]) {
    for (const _ of [1, 2])
      expect(await signInAttempt(world, `10.0.0.${origin}`)).toBe(true);
  }
  for (const _ of [1, 2])
    expect(await signInAttempt(world, "10.0.0.6")).toBe(false);
  const reason = await reasonBy(signInAttempt(world, "10.0.0.6"));
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  for (const _ of [1, 2]) await signInAttempt(world, "10.0.0.1", deviceId);
  const own = await reasonBy(signInAttempt(world, "10.0.0.1", deviceId));
  expect(own).toMatchObject({ code: "RATE_LIMITED" });
});

test("an account younger than a day has smaller limits", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubEnv("LIMIT_VOTE_PER_YOUNG_ACCOUNT", "1");
  const world = await makeEmptyWorld();
  const { userId } = await world.join({});
  const vote = (ageMs: number) => {
    const member = { userId, joinedAt: NOW - ageMs };
    return from(world, "10.0.0.1", (ctx) =>
      enforceMemberLimit(ctx, "vote", member),
    );
  };
  await vote(DAY_MS - 1);
  const reason = await reasonBy(vote(DAY_MS - 1));
  expect(reason).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 60_000 });
  for (let n = 0; n < 5; n++) await vote(DAY_MS);
});

test.each(["publish", "vote", "report"] as const)(
  "%s is limited more tightly while an account is young",
  async (act) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const world = await makeEmptyWorld();
    const most = async (username: string, ageMs: number) => {
      const { userId } = await world.join({ username });
      const member = { userId, joinedAt: NOW - ageMs };
      for (let n = 0; ; n++) {
        const done = await from(world, null, async (ctx) => {
          await enforceMemberLimit(ctx, act, member);
        }).then(
          () => true,
          () => false,
        );
        if (!done) return n;
      }
    };
    expect(await most("young", 0)).toBeLessThan(await most("old", DAY_MS));
  },
);

/**
 * Lets forty members behind one address vote once each. Returns how many votes
 * are accepted.
 */
async function votesOfCrowd(world: World): Promise<number> {
  let votes = 0;
  for (let n = 0; n < 40; n++) {
    const member = { userId: `member ${n}` as Id<"users">, joinedAt: 0 };
    const voting = from(world, "10.0.0.1", (ctx) =>
      enforceMemberLimit(ctx, "vote", member),
    );
    await voting.then(
      () => (votes += 1),
      () => undefined,
    );
  }
  return votes;
}

test("a crowd behind one address votes, each member in a share of its attempts", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubEnv("LIMIT_VOTE_PER_ORIGIN", "400");
  vi.stubEnv("LIMIT_VOTE_PER_ACCOUNT", "10");
  const world = await makeEmptyWorld();
  expect(await votesOfCrowd(world)).toBe(40);
  // One counter for each member, and one for each share.
  expect(await world.rows("attemptCounters")).toHaveLength(44);
});

test("the shares together allow what the address may do", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubEnv("LIMIT_VOTE_PER_ORIGIN", "4");
  vi.stubEnv("LIMIT_VOTE_PER_ACCOUNT", "0.1");
  expect(await votesOfCrowd(await makeEmptyWorld())).toBe(4);
});

test("a class of sixty uploads a beat each on its first day; one address no more than 4 GiB", async () => {
  const world = await makeEmptyWorld();
  const { userId } = await world.join();
  const member = { userId, joinedAt: Date.now() };
  const announce = (mebibytes: number) =>
    from(world, "10.0.0.1", (ctx) => enforceYoungSums(ctx, member, mebibytes));
  for (let n = 0; n < 60; n++) await announce(10);
  let more = 0;
  for (;;) {
    const done = announce(15).then(
      () => true,
      () => false,
    );
    if (!(await done)) break;
    more += 15;
  }
  expect(more).toBeLessThanOrEqual(4096 - 600);
  expect(more).toBeGreaterThan(3400);
});

test("fifty new accounts behind twenty addresses that announce all they can keep no newcomer out", async () => {
  const world = await makeEmptyWorld();
  const announce = (account: number, ip: string, mebibytes: number) => {
    const userId = `account ${account}` as Id<"users">;
    const member = { userId, joinedAt: Date.now() };
    return from(world, ip, (ctx) =>
      enforceYoungSums(ctx, member, mebibytes),
    ).then(
      () => mebibytes,
      () => 0,
    );
  };
  let announced = 0;
  for (const mebibytes of [15, 250, 100, 100, 50, 12])
    for (let account = 0; account < 50; account++)
      announced += await announce(account, `10.0.0.${account % 20}`, mebibytes);
  expect(announced).toBeGreaterThan(12_000);
  for (let n = 0; n < 20; n++)
    expect(await announce(100 + n, "10.0.1.1", 12)).toBe(12);
});
