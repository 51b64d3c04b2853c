import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { DAY_MS, MAX_LISTED_SESSIONS, MINUTE_MS } from "../../shared/limits";
import type { Session } from "../../shared/validators";
import type { WriteCtx } from "../contexts";
import { appError, rateLimited } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";
import { deviceName } from "./deviceName";
import type { SignedIn } from "./viewers";

/** A session's last use is written at most this often. */
const USE_STEP_MS = 5 * MINUTE_MS;
/** Longer than any session of Convex Auth lasts. */
const KEPT_MS = 31 * DAY_MS;
/** Sessions ended in one transaction. */
const BATCH_SIZE = 200;
const TOKEN_BATCH_SIZE = 500;
/** A browser renews its tokens when a page loads, and once an hour. */
const RENEWALS = { most: 300, periodMs: 10 * MINUTE_MS };

const UNKNOWN = { browser: null, system: null };

/**
 * Counts a renewal, and returns whether a refresh token names a stored token
 * and the session of that token. Convex Auth does not check either id, and
 * deletes whatever document the session id names, in any table. So no other
 * text may reach it. Renewals with a made-up token are not counted: a counter
 * would cost a write, and refusing them costs only one read. Each real renewal
 * leaves a token for as long as the session lasts, so the session and the
 * origin are limited.
 * @throws RATE_LIMITED if the session has been renewed too often
 */
export async function admitRenewal(
  ctx: WriteCtx,
  refreshToken: string,
): Promise<boolean> {
  const [token = "", session, ...more] = refreshToken.split("|");
  const tokenId = ctx.db.normalizeId("authRefreshTokens", token);
  const stored = tokenId && (await ctx.db.get("authRefreshTokens", tokenId));
  if (!stored || stored.sessionId !== session || more.length > 0) return false;
  await limitRenewals(ctx, stored.sessionId);
  await enforceLimit(ctx, "renew", stored.sessionId);
  return true;
}

/**
 * Each renewal has left a token, so this counts the tokens. It ignores tokens
 * dated in the future, which a clock that was ahead has written: they would
 * count until the clock catches up.
 */
async function limitRenewals(
  ctx: Pick<QueryCtx, "db">,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const { most, periodMs } = RENEWALS;
  const now = Date.now();
  const recent = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) =>
      q
        .eq("sessionId", sessionId)
        .gt("_creationTime", now - periodMs)
        .lte("_creationTime", now),
    )
    .take(most);
  const [oldest] = recent;
  if (oldest && recent.length === most) {
    throw rateLimited(oldest._creationTime + periodMs - now);
  }
}

/**
 * Records where and when a session was used. Called whenever a browser gets new
 * tokens: at sign-in, when a page loads, and about every hour while it is open.
 * Returns false, and deletes the tokens, if the session has ended since.
 */
export async function noteSessionUse(
  ctx: WriteCtx,
  sessionId: Id<"authSessions">,
): Promise<boolean> {
  const session = await ctx.db.get("authSessions", sessionId);
  if (session === null) {
    await removeTokens(ctx, [sessionId]);
    return false;
  }
  const { userAgent } = await ctx.meta.getRequestMetadata();
  const use = { device: deviceName(userAgent), usedAt: Date.now() };
  const noted = await findUse(ctx, sessionId);
  if (noted === null) {
    const { userId } = session;
    await ctx.db.insert("sessionUses", { sessionId, userId, ...use });
  } else if (use.usedAt - noted.usedAt >= USE_STEP_MS) {
    await ctx.db.patch("sessionUses", noted._id, use);
  }
  return true;
}

/**
 * Returns the newest sessions of a person. Includes expired ones, because
 * queries use no clock.
 */
export async function listSessions(
  ctx: Pick<QueryCtx, "db">,
  viewer: SignedIn,
): Promise<Session[]> {
  const sessions = await sessionsOf(ctx, viewer.userId)
    .order("desc")
    .take(MAX_LISTED_SESSIONS);
  return Promise.all(
    sessions.map(async (session) => {
      const use = await findUse(ctx, session._id);
      return {
        id: session._id,
        isCurrent: session._id === viewer.sessionId,
        device: use?.device ?? UNKNOWN,
        createdAt: session._creationTime,
        usedAt: use?.usedAt ?? session._creationTime,
        expiresAt: session.expirationTime,
      };
    }),
  );
}

/**
 * Ends one session of the viewer.
 * @throws SESSION_ENDED, also for a session of someone else
 */
export async function endSession(
  ctx: WriteCtx,
  viewer: SignedIn,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const session = await ctx.db.get("authSessions", sessionId);
  if (session?.userId !== viewer.userId) throw appError("SESSION_ENDED");
  await end(ctx, [session]);
}

/** Ends a session, or does nothing if it has ended. */
export async function dropSession(
  ctx: WriteCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const session = await ctx.db.get("authSessions", sessionId);
  if (session) await end(ctx, [session]);
}

/**
 * Ends all sessions of a person except `keptId`. If there are more than a few
 * hundred, the others end in further transactions right after this one, but
 * none that is opened after it.
 */
export async function endSessions(
  ctx: WriteCtx,
  userId: Id<"users">,
  keptId: Id<"authSessions"> | null = null,
): Promise<void> {
  const newest = await sessionsOf(ctx, userId).order("desc").first();
  if (newest === null) return;
  await endSessionsUntil(ctx, {
    userId,
    keptId,
    untilAt: newest._creationTime,
  });
}

/** The sessions of a person that were opened by a time, except one. */
export interface SessionRange {
  userId: Id<"users">;
  keptId: Id<"authSessions"> | null;
  untilAt: number;
}

/** Ends the oldest sessions of the range, and schedules the rest if there are many. */
export async function endSessionsUntil(
  ctx: WriteCtx,
  range: SessionRange,
): Promise<void> {
  const { userId, keptId, untilAt } = range;
  const sessions = await sessionsOf(ctx, userId, untilAt).take(BATCH_SIZE);
  await end(
    ctx,
    sessions.filter(({ _id }) => _id !== keptId),
  );
  if (sessions.length === BATCH_SIZE) {
    await ctx.scheduler.runAfter(0, internal.sessions.endRest, range);
  }
}

/**
 * Deletes the tokens of ended sessions in batches. They are useless without
 * their sessions, so they may go later.
 */
export async function removeTokens(
  ctx: WriteCtx,
  sessionIds: readonly Id<"authSessions">[],
): Promise<void> {
  let room = TOKEN_BATCH_SIZE;
  for (const [done, sessionId] of sessionIds.entries()) {
    const tokens = await ctx.db
      .query("authRefreshTokens")
      .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
      .take(room);
    for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
    room -= tokens.length;
    if (room === 0) {
      const rest = { sessionIds: sessionIds.slice(done) };
      await ctx.scheduler.runAfter(0, internal.sessions.removeTokens, rest);
      return;
    }
  }
}

/**
 * Deletes sessions that have expired, in batches, with everything known about
 * them. Convex Auth deletes some sessions itself, but not the records of where
 * they were used.
 */
export async function purgeSessions(ctx: WriteCtx): Promise<void> {
  const now = Date.now();
  const expired = await ctx.db
    .query("authSessions")
    .withIndex("by_expirationTime", (q) => q.lt("expirationTime", now))
    .take(BATCH_SIZE);
  await end(ctx, expired);
  const oldUses = await ctx.db
    .query("sessionUses")
    .withIndex("by_usedAt", (q) => q.lt("usedAt", now - KEPT_MS))
    .take(BATCH_SIZE);
  for (const { _id } of oldUses) await ctx.db.delete("sessionUses", _id);
  if ([expired, oldUses].some(({ length }) => length === BATCH_SIZE)) {
    await ctx.scheduler.runAfter(0, internal.sessions.purge, {});
  }
}

/** A session ends as soon as its row is gone: every function looks it up. */
async function end(
  ctx: WriteCtx,
  sessions: readonly Doc<"authSessions">[],
): Promise<void> {
  if (sessions.length === 0) return;
  for (const { _id } of sessions) {
    await ctx.db.delete("authSessions", _id);
    await forgetUse(ctx, _id);
  }
  const sessionIds = sessions.map(({ _id }) => _id);
  await ctx.scheduler.runAfter(0, internal.sessions.removeTokens, {
    sessionIds,
  });
}

/** Forgets where a session was used. Does nothing while it lasts. */
export async function forgetEnded(
  ctx: WriteCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const session = await ctx.db.get("authSessions", sessionId);
  if (session === null) await forgetUse(ctx, sessionId);
}

async function forgetUse(
  ctx: WriteCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const use = await findUse(ctx, sessionId);
  if (use) await ctx.db.delete("sessionUses", use._id);
}

const sessionsOf = (
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
  untilAt = Infinity,
) =>
  ctx.db
    .query("authSessions")
    .withIndex("userId", (q) =>
      q.eq("userId", userId).lte("_creationTime", untilAt),
    );

const findUse = (
  ctx: Pick<QueryCtx, "db">,
  sessionId: Id<"authSessions">,
): Promise<Doc<"sessionUses"> | null> =>
  ctx.db
    .query("sessionUses")
    .withIndex("by_sessionId", (q) => q.eq("sessionId", sessionId))
    .unique();
