/**
 * Functions that make or read in one call what tests need often: on a server,
 * each row that a test reads or writes is a request of its own. The deployments
 * of tests contain them as the module `testMakers`.
 */
import { makeFunctionReference } from "convex/server";
import { type Infer, v } from "convex/values";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../functions";
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

export const rows = internalQuery({
  args: { table: v.string() },
  returns: v.any(),
  handler: (ctx, { table }) => ctx.db.query(table as TableNames).collect(),
});

const LATEST_JOBS = 50;

export const hasDueJob = internalQuery({
  args: { nowMs: v.number() },
  returns: v.boolean(),
  handler: async ({ db }, { nowMs }) => {
    const jobs = await db.system
      .query("_scheduled_functions")
      .order("desc")
      .take(LATEST_JOBS);
    return jobs.some(
      ({ state, scheduledTime }) =>
        state.kind === "pending" && scheduledTime <= nowMs,
    );
  },
});

export const cancelJobs = internalMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db, scheduler }) => {
    const jobs = await db.system.query("_scheduled_functions").collect();
    for (const { _id, state } of jobs)
      if (state.kind === "pending") await scheduler.cancel(_id);
    return null;
  },
});

type NoArgs = Record<string, never>;

/** References by which tests call the functions above. */
export const testMakers = {
  rows: makeFunctionReference<"query", { table: TableNames }>(
    "testMakers:rows",
  ),
  hasDueJob: makeFunctionReference<"query", { nowMs: number }, boolean>(
    "testMakers:hasDueJob",
  ),
  cancelJobs: makeFunctionReference<"mutation", NoArgs, null>(
    "testMakers:cancelJobs",
  ),
  join: makeFunctionReference<
    "mutation",
    Infer<typeof vNewPerson>,
    { userId: Id<"users">; sessionId: Id<"authSessions"> }
  >("testMakers:join"),
  openCase: makeFunctionReference<"mutation", { given: NewCase }, Doc<"cases">>(
    "testMakers:openTestCase",
  ),
};
