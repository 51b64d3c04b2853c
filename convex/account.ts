import { v } from "convex/values";
import {
  visitorMutation,
  internalMutation,
  publicAction,
  publicMutation,
  publicQuery,
} from "./functions";
import * as Accounts from "./model/accounts";
import * as MailedCodes from "./model/mailedCodes";
import { setting } from "./model/settings";
import { resetPassword as reset } from "./model/passwordReset";
import {
  codePurposeValidator,
  confirmationValidator,
} from "./shared/validators";

const DEFAULT_SUPPORT_EMAIL = "support@gully-cypher.example";

/** The address the contact page shows. */
export const supportEmail = publicQuery({
  args: {},
  returns: v.string(),
  handler: async () => setting("SUPPORT_EMAIL") ?? DEFAULT_SUPPORT_EMAIL,
});

/** Needs no session: the link may be opened on any device, and twice. */
export const confirmEmail = publicMutation({
  args: { code: v.string() },
  returns: confirmationValidator,
  handler: async (ctx, { code }) => Accounts.confirmEmail(ctx, code),
});

export const resendActivation = visitorMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Accounts.resendActivation(ctx, ctx.viewer);
    return null;
  },
});

/** Answers the same for an unknown address, and then sends nothing. */
export const requestReset = publicMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await Accounts.requestReset(ctx, email);
    return null;
  },
});

export const resetPassword = publicAction({
  args: { email: v.string(), code: v.string(), newPassword: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await reset(ctx, args);
    return null;
  },
});

/** Takes the code of a reset link out of use; null when it is not valid. */
export const redeemResetCode = internalMutation({
  args: { email: v.string(), code: v.string() },
  returns: v.union(v.id("users"), v.null()),
  handler: async (ctx, args) => Accounts.redeemResetCode(ctx, args),
});

/** Keeps the hash of a code that is about to be mailed. */
export const keepCode = internalMutation({
  args: {
    userId: v.id("users"),
    purpose: codePurposeValidator,
    codeHash: v.string(),
  },
  returns: v.union(
    v.object({ email: v.string(), username: v.string() }),
    v.null(),
  ),
  handler: async (ctx, args) => MailedCodes.keepCode(ctx, args),
});

export const purgeCodes = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await MailedCodes.purgeCodes(ctx);
    return null;
  },
});

/** Counts an attempt with a password and returns the salt to hash it with. */
export const admitAttempt = internalMutation({
  args: {
    flow: v.union(v.literal("signIn"), v.literal("signUp")),
    email: v.string(),
  },
  returns: v.object({
    exists: v.boolean(),
    salt: v.union(v.string(), v.null()),
  }),
  handler: async (ctx, args) => Accounts.admitAttempt(ctx, args),
});
