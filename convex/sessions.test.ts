import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { DAY_MS } from "./shared/limits";
import { ASHA, FIREFOX, useAccountWorld } from "./testing/test.accountWorld";
import { at } from "./testing/test.origins";
import { expectRefusal, reasonBy, type Client } from "./testing/test.world";

const story = useAccountWorld();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const sessionsOf = (person: Client) => person.query(api.sessions.list, {});
const isSignedIn = async (person: Client) =>
  (await person.query(api.viewer.get, {})) !== null;

test("lists the places where a person is signed in, newest first", async () => {
  const here = await story.join();
  await story.signInWith(FIREFOX);
  const [there, own] = await sessionsOf(here);
  expect(there).toMatchObject({
    isCurrent: false,
    device: { browser: "Firefox", system: "Linux" },
  });
  expect(own).toMatchObject({
    isCurrent: true,
    device: { browser: null, system: null },
  });
  expect(there?.usedAt).toBeGreaterThanOrEqual(own?.usedAt ?? Infinity);
  expect(there?.expiresAt).toBeGreaterThan(Date.now() + 29 * DAY_MS);
});

test("renewed tokens move the last use, at most every few minutes", async () => {
  const here = await story.join();
  const [session] = await sessionsOf(here);
  if (!session) throw new Error("no session");
  const note = () =>
    story.world.t.mutation(internal.sessions.noteUse, {
      sessionId: session.id,
    });
  const usedAt = async () => (await sessionsOf(here))[0]?.usedAt;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(session.usedAt + 60_000);
  await note();
  expect(await usedAt()).toBe(session.usedAt);
  vi.setSystemTime(session.usedAt + 600_000);
  await note();
  expect(await usedAt()).toBe(session.usedAt + 600_000);
});

test("a browser that renews its tokens is noted", async () => {
  await story.join();
  const { tokens } = await story.world.stranger.action(api.auth.signIn, {
    provider: "password",
    params: {
      flow: "signIn",
      email: "asha@example.com",
      password: "gully nights 1",
    },
  });
  await story.world.t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("sessionUses").collect()) {
      await ctx.db.delete("sessionUses", _id);
    }
  });
  const { refreshToken } = tokens ?? { refreshToken: "" };
  await story.world.stranger.action(api.auth.signIn, { refreshToken });
  expect(await story.world.rows("sessionUses")).toHaveLength(1);
});

test("shows a stranger no sessions and lets nobody end them signed out", async () => {
  await story.join();
  const { stranger, rows } = story.world;
  expect(await sessionsOf(stranger)).toEqual([]);
  const [session] = await rows("authSessions");
  const sessionId = session?._id as Id<"authSessions">; // `join` created it
  await expectRefusal(
    stranger.mutation(api.sessions.end, { sessionId }),
    "NOT_SIGNED_IN",
  );
  await expectRefusal(
    stranger.mutation(api.sessions.endOthers, {}),
    "NOT_SIGNED_IN",
  );
  expect(await rows("authSessions")).toHaveLength(1);
});

test("ends one session at once, with its tokens, and answers a second click", async () => {
  const here = await story.join();
  const there = await story.signIn();
  // the session that did not make this call
  const [newest] = await sessionsOf(here);
  const sessionId = newest?.id as Id<"authSessions">; // both are listed
  await here.mutation(api.sessions.end, { sessionId });
  expect(await isSignedIn(there)).toBe(false);
  expect(await isSignedIn(here)).toBe(true);
  await expect
    .poll(async () =>
      (await story.world.rows("authRefreshTokens")).map(
        (token) => token.sessionId,
      ),
    )
    .not.toContain(sessionId);
  await expectRefusal(
    here.mutation(api.sessions.end, { sessionId }),
    "SESSION_ENDED",
  );
});

test("nobody ends the session of someone else", async () => {
  const here = await story.join();
  const [session] = await sessionsOf(here);
  const other = await story.world.join({ username: "other" });
  const sessionId = session?.id as Id<"authSessions">; // `join` created it
  await expectRefusal(
    other.mutation(api.sessions.end, { sessionId }),
    "SESSION_ENDED",
  );
  await other.mutation(api.sessions.endOthers, {});
  expect(await isSignedIn(here)).toBe(true);
});

test("refuses an id that names no session", async () => {
  const here = await story.join();
  const sessionId = "made up" as Id<"authSessions">;
  const attempt = here.mutation(api.sessions.end, { sessionId });
  await expect(attempt).rejects.toThrow(/Validator error|ID/);
});

test("signs out everywhere else, however many sessions there are", async () => {
  const here = await story.join();
  const there = await story.signIn();
  const [user] = await story.world.rows("users");
  const userId = user?._id as Id<"users">; // `join` created it
  await story.world.t.run(async (ctx) => {
    for (let i = 0; i < 450; i++) {
      const session = { userId, expirationTime: Date.now() + DAY_MS };
      const sessionId = await ctx.db.insert("authSessions", session);
      const token = { sessionId, expirationTime: Date.now() + DAY_MS };
      await ctx.db.insert("authRefreshTokens", token);
      await ctx.db.insert("authRefreshTokens", token);
    }
  });
  await here.mutation(api.sessions.endOthers, {});
  expect(await isSignedIn(there)).toBe(false);
  await expect.poll(() => story.world.rows("authSessions")).toHaveLength(1);
  await expect
    .poll(() => story.world.rows("authRefreshTokens"))
    .toHaveLength(1);
  expect(await isSignedIn(here)).toBe(true);
  expect(await story.world.rows("sessionUses")).toHaveLength(1);
});

test("a sign-in right after the others were signed out stays, though some are still being ended", async () => {
  const here = await story.join();
  const [user] = await story.world.rows("users");
  const userId = user?._id as Id<"users">; // `join` created it
  await story.world.t.run(async (ctx) => {
    const session = { userId, expirationTime: Date.now() + DAY_MS };
    for (let i = 0; i < 450; i++) await ctx.db.insert("authSessions", session);
  });
  await here.mutation(api.sessions.endOthers, {});
  const later = await story.signIn();
  await story.world.settle();
  expect(await isSignedIn(later)).toBe(true);
  expect(await story.world.rows("authSessions")).toHaveLength(2);
});

test("lists at most fifty sessions", async () => {
  const here = await story.join();
  const [user] = await story.world.rows("users");
  const userId = user?._id as Id<"users">; // `join` created it
  await story.world.t.run(async (ctx) => {
    for (let i = 0; i < 60; i++) {
      await ctx.db.insert("authSessions", { userId, expirationTime: 1 });
    }
  });
  expect(await sessionsOf(here)).toHaveLength(50);
});

test("limits how often sessions can be ended", async () => {
  vi.stubEnv("LIMIT_SETTINGS_PER_ACCOUNT", "1");
  const here = await story.join();
  await here.mutation(api.sessions.endOthers, {});
  const again = here.mutation(api.sessions.endOthers, {});
  expect(await reasonBy(again)).toMatchObject({ code: "RATE_LIMITED" });
});

test("forgets where a session was used a month after it", async () => {
  await story.join();
  const purge = () => story.world.t.mutation(internal.sessions.purge, {});
  await purge();
  expect(await story.world.rows("sessionUses")).toHaveLength(1);
  await story.world.t.run(async (ctx) => {
    const [use] = await ctx.db.query("sessionUses").collect();
    if (use) await ctx.db.patch("sessionUses", use._id, { usedAt: 1 });
  });
  await purge();
  expect(await story.world.rows("sessionUses")).toEqual([]);
});

test("sessions that have expired go with their tokens, and others stay", async () => {
  const here = await story.join();
  await story.signIn();
  await story.world.t.run(async (ctx) => {
    const newest = await ctx.db.query("authSessions").order("desc").first();
    if (newest)
      await ctx.db.patch("authSessions", newest._id, { expirationTime: 1 });
  });
  await story.world.t.mutation(internal.sessions.purge, {});
  await story.world.settle();
  expect(await isSignedIn(here)).toBe(true);
  for (const table of ["authSessions", "sessionUses"] as const)
    expect(await story.world.rows(table)).toHaveLength(1);
  const [session] = await story.world.rows("authSessions");
  expect(await story.world.rows("authRefreshTokens")).toMatchObject([
    { sessionId: session?._id },
  ]);
});

const renew = (refreshToken: string) =>
  story.world.stranger.action(api.auth.signIn, { refreshToken });

async function signInForTokens() {
  const { tokens } = await story.world.stranger.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", ...ASHA },
  });
  if (!tokens) throw new Error("no tokens");
  return tokens;
}

test("a made-up refresh token renews nothing and deletes nothing", async () => {
  const here = await story.join();
  const producer = await story.world.join({ role: "producer" });
  const beatId = await story.world.publishBeat(producer);
  const { userId } = producer;
  const { refreshToken } = await signInForTokens();
  const [tokenId, sessionId] = refreshToken.split("|");
  const sessions = await story.world.rows("authSessions");
  for (const madeUp of [
    `${beatId}|${beatId}`,
    `${userId}|${userId}`,
    `${tokenId}|${beatId}`,
    `${tokenId}|${sessions[0]?._id}`,
    `${sessionId}|${sessionId}`,
    `${refreshToken}|${beatId}`,
    `x|${sessionId}`,
    `${tokenId}`,
    "|",
    "",
  ]) {
    expect(await renew(madeUp), madeUp).toEqual({ tokens: null });
  }
  expect(await story.world.rows("beats")).toHaveLength(1);
  expect(await story.world.rows("authSessions")).toEqual(sessions);
  expect(await isSignedIn(here)).toBe(true);
  expect((await renew(refreshToken)).tokens).not.toBeNull();
});

async function addRenewals(refreshToken: string) {
  const sessionId = refreshToken.split("|")[1] as Id<"authSessions">; // the one just made
  await story.world.t.run(async (ctx) => {
    const expirationTime = Date.now() + DAY_MS;
    for (let n = 1; n < 300; n++)
      await ctx.db.insert("authRefreshTokens", { sessionId, expirationTime });
  });
}

test("a session cannot be renewed without end", async () => {
  await story.join();
  const now = Math.ceil(await story.world.newestPersonAt()) + 1000;
  vi.useFakeTimers({ toFake: ["Date"], now });
  const { refreshToken } = await signInForTokens();
  await addRenewals(refreshToken);
  vi.setSystemTime(now + 1000);
  expect(await reasonBy(renew(refreshToken))).toMatchObject({
    code: "RATE_LIMITED",
  });
  expect(await story.world.rows("authRefreshTokens")).toHaveLength(301);
});

const refused = { code: "RATE_LIMITED" };

test("a session leaves a limited number of tokens a day", async () => {
  vi.stubEnv("LIMIT_RENEW_PER_ACCOUNT", "2");
  await story.join();
  let { refreshToken } = await signInForTokens();
  for (const _ of [1, 2]) {
    const { tokens } = await renew(refreshToken);
    refreshToken = tokens?.refreshToken ?? "";
  }
  expect(await reasonBy(renew(refreshToken))).toMatchObject(refused);
});

test("all sessions at one address leave a limited number of tokens a day", async () => {
  vi.stubEnv("LIMIT_RENEW_PER_ORIGIN", "1");
  await story.join();
  const renewOne = async () => {
    const { refreshToken } = await signInForTokens();
    const here = at(story.world.t, "10.0.0.1");
    return here.action(api.auth.signIn, { refreshToken });
  };
  expect((await renewOne()).tokens).not.toBeNull();
  expect(await reasonBy(renewOne())).toMatchObject(refused);
});

test("renewals that a wrong clock put into the future lock nobody out", async () => {
  await story.join();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now });
  const { refreshToken } = await signInForTokens();
  vi.setSystemTime(now + DAY_MS);
  await addRenewals(refreshToken);
  vi.setSystemTime(now);
  expect((await renew(refreshToken)).tokens).not.toBeNull();
});

test("signing out forgets where the session was used, and leaves the others", async () => {
  const here = await story.join();
  await story.signInWith(FIREFOX);
  expect(await story.world.rows("sessionUses")).toHaveLength(2);
  await here.action(api.auth.signOut, {});
  expect(await isSignedIn(here)).toBe(false);
  expect(await story.world.rows("sessionUses")).toMatchObject([
    { device: { browser: "Firefox" } },
  ]);
  await here.action(api.auth.signOut, {});
  await story.world.stranger.action(api.auth.signOut, {});
  expect(await story.world.rows("sessionUses")).toHaveLength(1);
});

test("a session that lasts is not forgotten", async () => {
  const here = await story.join();
  const [session] = await sessionsOf(here);
  if (!session) throw new Error("no session");
  const { forgetEnded } = internal.sessions;
  await story.world.t.mutation(forgetEnded, { sessionId: session.id });
  expect(await story.world.rows("sessionUses")).toHaveLength(1);
});

test("signing in again replaces the session of this browser alone", async () => {
  const here = await story.join();
  const there = await story.signIn();
  const { tokens } = await here.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", ...ASHA },
  });
  const again = story.world.bearer(tokens?.token ?? "");
  expect(await isSignedIn(here)).toBe(false);
  expect(await isSignedIn(there)).toBe(true);
  expect(await isSignedIn(again)).toBe(true);
  expect(await story.world.rows("sessionUses")).toHaveLength(2);
});

test("a session that ended while its tokens were made leaves no token", async () => {
  const here = await story.join();
  const [session] = await sessionsOf(here);
  if (!session) throw new Error("no session");
  const sessionId = session.id;
  const note = () =>
    story.world.t.mutation(internal.sessions.noteUse, { sessionId });
  expect(await note()).toBe(true);
  await here.mutation(api.sessions.end, { sessionId });
  await story.world.settle();
  await story.world.t.run(({ db }) =>
    db.insert("authRefreshTokens", { sessionId, expirationTime: 2 ** 50 }),
  );
  expect(await note()).toBe(false);
  expect(await story.world.rows("authRefreshTokens")).toEqual([]);
});
