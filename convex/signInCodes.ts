import { v } from "convex/values";
import { internalMutation } from "./functions";
import * as SignInCodes from "./model/accounts/signInCodes";
import { languageValidator } from "./shared/validators";

/** Returns the person if the password and the mailed code are right. */
export const signIn = internalMutation({
  args: {
    email: v.string(),
    secret: v.string(),
    device: v.string(),
    code: v.string(),
  },
  returns: v.union(v.id("users"), v.null()),
  handler: async (ctx, args) => SignInCodes.signInByCode(ctx, args),
});

/** Stores the hash of a code, and returns the recipient of its mail. */
export const keep = internalMutation({
  args: { codeId: v.id("signInCodes"), code: v.string() },
  returns: v.union(
    v.object({
      email: v.string(),
      username: v.string(),
      language: languageValidator,
    }),
    v.null(),
  ),
  handler: async (ctx, { codeId, code }) =>
    SignInCodes.keepSignInCode(ctx, codeId, code),
});

/** Deletes codes that have expired. Run by a cron job. */
export const purge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await SignInCodes.purgeSignInCodes(ctx);
    return null;
  },
});
