import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import {
  action,
  internalAction,
  internalMutation,
  mutation,
  query,
} from "./builders.ts";

const references = {
  write: makeFunctionReference<"mutation", { text: string; fails?: boolean }>(
    "scheduler:write",
  ),
  act: makeFunctionReference<"action", { text: string; fails?: boolean }>(
    "scheduler:act",
  ),
  chain: makeFunctionReference<"mutation", { n: number }>("scheduler:chain"),
  whoami: makeFunctionReference<"mutation", Record<string, never>>(
    "scheduler:whoami",
  ),
};

const job = { text: v.string(), fails: v.optional(v.boolean()) };

export const write = internalMutation({
  args: job,
  handler: async (ctx, { text, fails = false }) => {
    await ctx.db.insert("notes", { owner: "job", text, likes: 0 });
    if (fails) throw new Error("The job fails.");
  },
});

export const act = internalAction({
  args: job,
  handler: async (ctx, { text, fails = false }) => {
    await ctx.runMutation(references.write, { text });
    if (fails) throw new Error("The job fails.");
  },
});

/** Schedules itself until `n` reaches 0. */
export const chain = internalMutation({
  args: { n: v.number() },
  handler: async (ctx, { n }) => {
    await ctx.db.insert("notes", { owner: "job", text: String(n), likes: n });
    if (n > 0) await ctx.scheduler.runAfter(0, references.chain, { n: n - 1 });
  },
});

export const whoami = internalMutation({
  args: {},
  handler: async (ctx) => {
    const identity = await ctx.auth.getUserIdentity();
    const text = identity === null ? "nobody" : identity.subject;
    await ctx.db.insert("notes", { owner: "job", text, likes: 0 });
  },
});

export const start = mutation({
  args: {
    ...job,
    afterMs: v.number(),
    kind: v.union(v.literal("mutation"), v.literal("action")),
  },
  handler: (ctx, { kind, afterMs, ...args }) =>
    kind === "mutation"
      ? ctx.scheduler.runAfter(afterMs, references.write, args)
      : ctx.scheduler.runAfter(afterMs, references.act, args),
});

export const startAt = mutation({
  args: { text: v.string(), at: v.number() },
  handler: (ctx, { text, at }) =>
    ctx.scheduler.runAt(at, references.write, { text }),
});

export const startAtInvalidDate = mutation({
  args: {},
  handler: (ctx) =>
    ctx.scheduler.runAt(new Date("tomorrow"), references.write, {
      text: "never",
    }),
});

export const startAtFromAction = action({
  args: { at: v.number() },
  handler: (ctx, { at }): Promise<string> =>
    ctx.scheduler.runAt(at, references.write, { text: "never" }),
});

export const startChain = mutation({
  args: { n: v.number() },
  handler: async (ctx, { n }) => {
    await ctx.scheduler.runAfter(0, references.chain, { n });
  },
});

export const startWhoami = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.scheduler.runAfter(0, references.whoami, {});
  },
});

export const startAndFail = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.scheduler.runAfter(0, references.write, { text: "never" });
    throw new Error("after scheduling");
  },
});

export const startFromAction = action({
  args: { text: v.string() },
  handler: (ctx, { text }): Promise<string> =>
    ctx.scheduler.runAfter(0, references.write, { text }),
});

/** Schedules a job and then fails. The job is kept. */
export const startAndFailInAction = action({
  args: {},
  handler: async (ctx) => {
    await ctx.scheduler.runAfter(0, references.write, { text: "kept" });
    throw new Error("after scheduling");
  },
});

export const startMissing = mutation({
  args: {},
  handler: (ctx) =>
    ctx.scheduler.runAfter(
      0,
      makeFunctionReference<"mutation">("scheduler:missing"),
      {},
    ),
});

export const startWithBadArgs = mutation({
  args: {},
  handler: (ctx) =>
    ctx.scheduler.runAfter(0, references.write, { text: 1 as never }),
});

export const startMany = mutation({
  args: { count: v.number() },
  handler: async (ctx, { count }) => {
    for (let i = 0; i < count; i += 1) {
      const args = { text: "many" };
      await ctx.scheduler.runAfter(60_000, references.write, args);
    }
  },
});

export const cancel = mutation({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.scheduler.cancel(id),
});

export const cancelFromAction = action({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.scheduler.cancel(id),
});

export const startAndCancel = mutation({
  args: {},
  handler: async (ctx) => {
    const args = { text: "never" };
    const id = await ctx.scheduler.runAfter(0, references.write, args);
    await ctx.scheduler.cancel(id);
    return (await ctx.db.system.get(id))?.state.kind ?? null;
  },
});

export const startAndLook = mutation({
  args: {},
  handler: async (ctx) => {
    const args = { text: "seen" };
    const id = await ctx.scheduler.runAfter(60_000, references.write, args);
    return (await ctx.db.system.get(id))?.state.kind ?? null;
  },
});

export const jobOf = query({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.db.system.get(id),
});

/** Returns how many jobs are running or due. */
export const dueJobs = query({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    const due = jobs.filter(
      ({ state, scheduledTime }) =>
        state.kind === "inProgress" ||
        (state.kind === "pending" && scheduledTime <= Date.now()),
    );
    return due.length;
  },
});
