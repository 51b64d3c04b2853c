import { v } from "convex/values";
import {
  accountMutation,
  internalAccountMutation,
  internalAction,
  internalMutation,
  internalQuery,
  publicAction,
  viewerQuery,
} from "./functions";
import * as Accounts from "./model/accounts/accounts";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import * as Departures from "./model/leaving/departures/departures";
import * as Farewells from "./model/leaving/departures/farewells";
import * as KeptVerses from "./model/leaving/departures/keptVerses";
import { countBelongings } from "./model/leaving/belongings";
import { deleteAccount as deleteByPassword } from "./model/leaving/deleteAccount";
import * as Removal from "./model/leaving/removal";
import { removeUnconfirmed as removeUnconfirmedAccounts } from "./model/leaving/removeUnconfirmed";
import { belongingsValidator, leavingNoticesValidator } from "./shared/leaving";

/**
 * Returns what a deletion of the viewer's account would remove. Null when
 * signed out.
 */
export const belongings = viewerQuery({
  args: {},
  returns: v.union(belongingsValidator, v.null()),
  handler: async (ctx) =>
    ctx.viewer === null ? null : countBelongings(ctx, ctx.viewer.userId),
});

/**
 * Returns the viewer's notices about departures and deletions: whether signing
 * in has just kept the account, which verses will be removed with other
 * people's beats, and which verses producers have deleted. Empty when signed
 * out.
 */
export const notices = viewerQuery({
  args: {},
  returns: leavingNoticesValidator,
  handler: async (ctx) => Farewells.listNotices(ctx, ctx.viewer?.userId),
});

/**
 * Asks to delete the caller's account, and returns when that will happen. The
 * password proves who asks. Signs the person out everywhere. Until that time
 * nothing is removed, and signing in keeps the account. For signed-in people,
 * confirmed or not.
 * @throws NOT_SIGNED_IN, PASSWORD_REQUIRED, PASSWORD_WRONG, RATE_LIMITED
 */
export const deleteAccount = publicAction({
  args: { password: v.string() },
  returns: v.object({ dueAt: v.number() }),
  handler: async (ctx, { password }): Promise<{ dueAt: number }> =>
    deleteByPassword(ctx, password),
});

/**
 * Dismisses the notice that signing in has kept the account. For signed-in
 * people.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const dismissKept = accountMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await enforceLimit(ctx, "read", ctx.viewer.userId);
    await Departures.forgetUndone(ctx, ctx.viewer.userId);
    return null;
  },
});

/**
 * Deletes the kept file of a deleted verse, and the notice about it. Does
 * nothing for anybody but its rapper, or when called again.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const discardKept = accountMutation({
  args: { keptId: v.string() },
  returns: v.null(),
  handler: async (ctx, { keptId }) => {
    await enforceLimit(ctx, "read", ctx.viewer.userId);
    await KeptVerses.discardKept(ctx, ctx.viewer.userId, keptId);
    return null;
  },
});

/**
 * Counts an attempt to delete the account, and returns how to check the
 * password.
 */
export const admit = internalAccountMutation({
  args: {},
  returns: v.object({
    email: v.string(),
    salt: v.union(v.string(), v.null()),
  }),
  handler: async (ctx) => Accounts.admitOwner(ctx, ctx.viewer.userId),
});

/** Starts the departure of a person who has proved the password. */
export const start = internalAccountMutation({
  args: {},
  returns: v.object({ dueAt: v.number() }),
  handler: async (ctx) => Departures.startDeparture(ctx, ctx.viewer),
});

/**
 * Undoes the departure of a person who signs in. Returns false if the removal
 * has begun.
 */
export const keepAccount = internalMutation({
  args: { userId: v.id("users") },
  returns: v.boolean(),
  handler: async (ctx, { userId }) => Departures.undoDeparture(ctx, userId),
});

/** Tells the rappers on the next beat of a leaving person. */
export const announce = internalMutation({
  args: { departureId: v.id("departures"), after: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Farewells.announceDeparture(ctx, args);
    return null;
  },
});

/** Deletes the notices of a departure that was undone, in batches. */
export const dropFarewells = internalMutation({
  args: { departureId: v.id("departures") },
  returns: v.null(),
  handler: async (ctx, { departureId }) => {
    await Farewells.dropFarewells(ctx, departureId);
    return null;
  },
});

/** Ends sessions that a sign-in opened while the departure started. */
export const endLateSessions = internalMutation({
  args: { departureId: v.id("departures") },
  returns: v.null(),
  handler: async (ctx, { departureId }) => {
    await Departures.endLateSessions(ctx, departureId);
    return null;
  },
});

/**
 * Removes accounts whose seven days are over, part by part. Run by a cron job,
 * and by itself until none is left.
 */
export const removeDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Removal.removeDue(ctx);
    return null;
  },
});

/**
 * Removes accounts that are still unconfirmed after seven days, in batches. Run
 * by a cron job.
 */
export const removeUnconfirmed = internalMutation({
  args: { afterAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { afterAt }) => {
    await removeUnconfirmedAccounts(ctx, afterAt);
    return null;
  },
});

/**
 * Ends the seven days of a departure early. For operators whom the person asks
 * to hurry: `npx convex run leaving:removeNow '{"username": "…"}'`. Returns
 * false if no such person has asked to leave.
 */
export const removeNow = internalMutation({
  args: { username: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { username }) => Removal.removeNow(ctx, username),
});

/** Gives the file of a deleted verse an address that only its rapper learns. */
export const moveKept = internalAction({
  args: { keptId: v.id("keptVerses") },
  returns: v.null(),
  handler: async (ctx, { keptId }) => {
    await KeptVerses.moveKept(ctx, keptId);
    return null;
  },
});

/** Returns the file of a deleted verse that has not moved yet. */
export const fileToMove = internalQuery({
  args: { keptId: v.id("keptVerses") },
  returns: v.union(v.id("_storage"), v.null()),
  handler: async (ctx, { keptId }) => KeptVerses.findFileToMove(ctx, keptId),
});

/** Replaces the file of a deleted verse by its copy. */
export const finishMove = internalMutation({
  args: { keptId: v.id("keptVerses"), storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, args) => {
    await KeptVerses.finishMove(ctx, args);
    return null;
  },
});

/** Deletes files that nobody saved in time, in batches. Run by a cron job. */
export const sweepKept = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await KeptVerses.sweepKept(ctx);
    return null;
  },
});
