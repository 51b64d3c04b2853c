/**
 * Functions that make in one call what tests need often: on a server, each read
 * and write of a test is a request of its own. The deployments of tests contain
 * them as the module `testMakers`.
 */
import { makeFunctionReference } from "convex/server";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation } from "../functions";
import { openCase, type NewCase } from "../model/cases/cases";
import { createProfile } from "../model/profiles/profiles";
import { roleValidator } from "../shared/roles";

const vProfile = v.object({ role: roleValidator, state: v.string() });

const vNewPerson = v.object({
  username: v.string(),
  profile: v.union(vProfile, v.null()),
  isConfirmed: v.boolean(),
});

export const join = internalMutation({
  args: vNewPerson.fields,
  returns: v.object({ userId: v.id("users"), sessionId: v.id("authSessions") }),
  handler: async (ctx, { username, profile, isConfirmed }) => {
    const userId = await ctx.db.insert("users", {
      email: `${username}@example.com`,
      ...(isConfirmed ? { emailVerificationTime: Date.now() } : {}),
    });
    const session = { userId, expirationTime: Date.now() + 1e9 };
    const sessionId = await ctx.db.insert("authSessions", session);
    if (profile) {
      const links = { instagram: "", youtube: "" };
      await createProfile(ctx, userId, { username, ...profile, ...links });
    }
    return { userId, sessionId };
  },
});

/** Opens a case as a report would. */
export const openTestCase = internalMutation({
  args: { given: v.any() },
  returns: v.any(),
  handler: async (ctx, { given }) => openCase(ctx, given as NewCase),
});

/** References by which tests call the functions above. */
export const testMakers = {
  join: makeFunctionReference<
    "mutation",
    Infer<typeof vNewPerson>,
    { userId: Id<"users">; sessionId: Id<"authSessions"> }
  >("testMakers:join"),
  openCase: makeFunctionReference<"mutation", { given: NewCase }, Doc<"cases">>(
    "testMakers:openTestCase",
  ),
};
