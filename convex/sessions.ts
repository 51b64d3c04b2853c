import { v } from "convex/values";
import { accountMutation, internalMutation, viewerQuery } from "./functions";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import * as Sessions from "./model/accounts/sessions";
import { sessionValidator } from "./shared/validators";

/**
 * Returns the places where the viewer is signed in, newest first, at most
 * MAX_LISTED_SESSIONS; empty when signed out. Includes sessions that have
 * expired.
 */
export const list = viewerQuery({
  args: {},
  returns: v.array(sessionValidator),
  handler: async (ctx) =>
    ctx.viewer === null ? [] : Sessions.listSessions(ctx, ctx.viewer),
});

/**
 * Signs the viewer out in one place.
 * @throws NOT_SIGNED_IN, RATE_LIMITED, SESSION_ENDED, also for a session of
 * someone else
 */
export const end = accountMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    await enforceLimit(ctx, "settings", ctx.viewer.userId);
    await Sessions.endSession(ctx, ctx.viewer, sessionId);
    return null;
  },
});

/**
 * Signs the viewer out everywhere else. Safe to call twice.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const endOthers = accountMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { userId, sessionId } = ctx.viewer;
    await enforceLimit(ctx, "settings", userId);
    await Sessions.endSessions(ctx, userId, sessionId);
    return null;
  },
});

/**
 * Counts a renewal, and returns whether Convex Auth may be asked for it.
 * @throws RATE_LIMITED
 */
export const admitRenewal = internalMutation({
  args: { refreshToken: v.string() },
  returns: v.boolean(),
  handler: (ctx, { refreshToken }) => Sessions.admitRenewal(ctx, refreshToken),
});

/**
 * Records that a browser got new tokens for a session. Returns false if the
 * session has ended.
 */
export const noteUse = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.boolean(),
  handler: (ctx, { sessionId }) => Sessions.noteSessionUse(ctx, sessionId),
});

/** Ends the sessions that did not fit into an earlier transaction. */
export const endRest = internalMutation({
  args: {
    userId: v.id("users"),
    keptId: v.union(v.id("authSessions"), v.null()),
    untilAt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, range) => {
    await Sessions.endSessionsUntil(ctx, range);
    return null;
  },
});

/** Deletes the tokens of ended sessions. */
export const removeTokens = internalMutation({
  args: { sessionIds: v.array(v.id("authSessions")) },
  returns: v.null(),
  handler: async (ctx, { sessionIds }) => {
    await Sessions.removeTokens(ctx, sessionIds);
    return null;
  },
});

/** Forgets where a session was used, if it has ended. */
export const forgetEnded = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    await Sessions.forgetEnded(ctx, sessionId);
    return null;
  },
});

/** Deletes expired sessions. Run by a cron job. */
export const purge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Sessions.purgeSessions(ctx);
    return null;
  },
});
