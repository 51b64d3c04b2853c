import { makeFunctionReference } from "convex/server";
import { action, mutation, query } from "./builders.ts";

const subjectOfCaller = makeFunctionReference<
  "query",
  Record<string, never>,
  string | null
>("people:subject");

export const identity = query({
  args: {},
  handler: (ctx) => ctx.auth.getUserIdentity(),
});

export const subject = query({
  args: {},
  handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null,
});

export const inMutation = mutation({
  args: {},
  handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null,
});

export const inAction = action({
  args: {},
  handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null,
});

export const nestedInMutation = mutation({
  args: {},
  handler: (ctx): Promise<string | null> => ctx.runQuery(subjectOfCaller, {}),
});

export const nestedInAction = action({
  args: {},
  handler: (ctx): Promise<string | null> => ctx.runQuery(subjectOfCaller, {}),
});

export const addAsOwner = mutation({
  args: {},
  handler: async (ctx) => {
    const caller = await ctx.auth.getUserIdentity();
    if (caller === null) throw new Error("Sign in first.");
    const { tokenIdentifier } = caller;
    await ctx.db.insert("notes", {
      owner: tokenIdentifier,
      text: "mine",
      likes: 0,
    });
    return tokenIdentifier;
  },
});
