import { v } from "convex/values";
import {
  accountMutation,
  internalAccountMutation,
  internalMutation,
  publicAction,
  publicMutation,
} from "./functions";
import * as EmailChanges from "./model/accounts/emailChanges";
import { askForEmail } from "./model/accounts/askForEmail";
import { enforceQuestions } from "./model/accounts/mailTurns";
import { requireOwnPassword } from "./model/accounts/ownPassword";
import { removeAccount } from "./model/leaving/startRemoval";
import {
  enforceLimit,
  enforceOriginLimit,
} from "./model/rateLimits/rateLimits";
import {
  correctedEmailValidator,
  emailChangeOutcomeValidator,
  openedEmailChangeValidator,
} from "./shared/validators";

/**
 * Asks for a new address for the signed-in person. It takes effect when the
 * link mailed there is confirmed. The present address is told, with a link that
 * stops the change. Replaces an earlier request.
 * @throws NOT_SIGNED_IN, EMAIL_REQUIRED, EMAIL_INVALID, EMAIL_SAME,
 * EMAIL_TAKEN, EMAIL_NOT_CONFIRMED, PASSWORD_REQUIRED, PASSWORD_WRONG,
 * RATE_LIMITED
 */
export const request = publicAction({
  args: { email: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await askForEmail(ctx, args);
    return null;
  },
});

/**
 * Stores a request of the caller. Checks the password here. Returns false if
 * the address has an account.
 */
export const create = internalAccountMutation({
  args: { newEmail: v.string(), secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { newEmail, secret }) => {
    await requireOwnPassword(ctx, ctx.viewer, secret);
    return EmailChanges.requestEmailChange(ctx, ctx.viewer, newEmail);
  },
});

/** Sets the caller's own address, which has been checked. */
export const correct = internalAccountMutation({
  args: { email: v.string() },
  returns: correctedEmailValidator,
  handler: async (ctx, { email }) =>
    EmailChanges.correctEmail(ctx, ctx.viewer, email),
});

/**
 * Counts a question to the mail server, for the origin and for the whole site,
 * because anyone can cause one.
 * @throws RATE_LIMITED
 */
export const admitQuestion = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await enforceOriginLimit(ctx, "mail");
    await enforceQuestions(ctx);
    return null;
  },
});

/**
 * Withdraws the viewer's own request. Safe to call twice.
 * @throws NOT_SIGNED_IN, RATE_LIMITED
 */
export const cancel = accountMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await enforceLimit(ctx, "settings", ctx.viewer.userId);
    await EmailChanges.stopPendingChange(ctx, ctx.viewer.userId);
    return null;
  },
});

/**
 * Returns what a mailed link would do, without doing it. Open to everyone who
 * has the code, on any device. Reports a bad code as a `status`.
 * @throws RATE_LIMITED
 */
export const open = publicMutation({
  args: { code: v.string() },
  returns: openedEmailChangeValidator,
  handler: async (ctx, { code }) => {
    await enforceOriginLimit(ctx, "code");
    return EmailChanges.openEmailChange(ctx, code);
  },
});

/**
 * Puts the new address into use. Open to everyone who has the code that was
 * mailed there, and safe to call twice. Reports a bad code as a `status`.
 * @throws RATE_LIMITED
 */
export const confirm = publicMutation({
  args: { code: v.string() },
  returns: emailChangeOutcomeValidator,
  handler: async (ctx, { code }) => {
    await enforceOriginLimit(ctx, "code");
    return EmailChanges.confirmEmailChange(ctx, code);
  },
});

/**
 * Stops a change, or undoes it within a week. Open to everyone who has the code
 * that was mailed to the previous address, and safe to call twice. Reports a
 * bad code as a `status`.
 * @throws RATE_LIMITED
 */
export const stop = publicMutation({
  args: { code: v.string() },
  returns: emailChangeOutcomeValidator,
  handler: async (ctx, { code }) => {
    await enforceOriginLimit(ctx, "code");
    return EmailChanges.stopEmailChange(ctx, code, removeAccount);
  },
});

/** Deletes old requests. Run by a cron job. */
export const purge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await EmailChanges.purgeEmailChanges(ctx);
    return null;
  },
});
