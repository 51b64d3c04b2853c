import { vWorkId, Workpool } from "@convex-dev/workpool";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import type { DataModel } from "./_generated/dataModel";
import {
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server";

const pool = new Workpool(components.workpool, {
  maxParallelism: 3,
  retryActionsByDefault: false,
  defaultRetryBehavior: { maxAttempts: 3, initialBackoffMs: 20, base: 2 },
});
const job = { job: v.string(), failures: v.number(), ms: v.number() };

/** Takes `ms`. Fails `failures` times for each job, then succeeds. */
export const work = internalAction({
  args: job,
  handler: async (ctx, { job, failures, ms }): Promise<string> => {
    const attempts = await ctx.runMutation(internal.pool.enter, { job });
    await new Promise((resolve) => setTimeout(resolve, ms));
    await ctx.runMutation(internal.pool.leave, { job });
    if (attempts <= failures) throw new Error(`Attempt ${attempts} fails.`);
    return `done in ${attempts}`;
  },
});

export const enter = internalMutation({
  args: { job: v.string() },
  handler: async (ctx, { job }): Promise<number> => {
    await ctx.db.insert("attempts", { job });
    await ctx.db.insert("running", { job });
    const running = (await ctx.db.query("running").collect()).length;
    await ctx.db.insert("peaks", { running });
    const attempts = await ctx.db.query("attempts").collect();
    return attempts.filter((attempt) => attempt.job === job).length;
  },
});

export const leave = internalMutation({
  args: { job: v.string() },
  handler: async (ctx, { job }) => {
    const running = await ctx.db.query("running").collect();
    const own = running.find((row) => row.job === job);
    if (own !== undefined) await ctx.db.delete(own._id);
  },
});

export const double = internalMutation({
  args: { number: v.number() },
  handler: async (ctx, { number }) => {
    await ctx.db.insert("attempts", { job: `double ${number}` });
    return number * 2;
  },
});

export const half = internalQuery({
  args: { number: v.number() },
  handler: async (_ctx, { number }) => number / 2,
});

export const completed = pool.defineOnComplete<DataModel>({
  handler: async (ctx, { workId, context, result }) => {
    const row = { workId, context: String(context), result };
    await ctx.db.insert("completions", row);
  },
});

export const enqueueAction = mutation({
  args: {
    ...job,
    retry: v.optional(v.boolean()),
    runAfter: v.optional(v.number()),
  },
  handler: async (ctx, { retry, runAfter, ...args }): Promise<string> =>
    pool.enqueueAction(ctx, internal.pool.work, args, {
      retry,
      ...(runAfter === undefined ? {} : { runAfter }),
      onComplete: internal.pool.completed,
      context: args.job,
    }),
});

export const enqueueActionBatch = mutation({
  args: { jobs: v.array(v.object(job)) },
  handler: async (ctx, { jobs }): Promise<string[]> =>
    pool.enqueueActionBatch(ctx, internal.pool.work, jobs, {
      onComplete: internal.pool.completed,
      context: "batch",
    }),
});

export const enqueueMutation = mutation({
  args: { number: v.number() },
  handler: async (ctx, { number }): Promise<string> =>
    pool.enqueueMutation(
      ctx,
      internal.pool.double,
      { number },
      { onComplete: internal.pool.completed, context: "mutation" },
    ),
});

export const enqueueQuery = mutation({
  args: { number: v.number() },
  handler: async (ctx, { number }): Promise<string> =>
    pool.enqueueQuery(
      ctx,
      internal.pool.half,
      { number },
      { onComplete: internal.pool.completed, context: "query" },
    ),
});

export const status = query({
  args: { id: vWorkId },
  handler: async (ctx, { id }) => (await pool.status(ctx, id)).state,
});

export const statusBatch = query({
  args: { ids: v.array(vWorkId) },
  handler: async (ctx, { ids }) =>
    (await pool.statusBatch(ctx, ids)).map(({ state }) => state),
});

export const cancel = mutation({
  args: { id: vWorkId },
  handler: (ctx, { id }) => pool.cancel(ctx, id),
});

export const cancelAll = mutation({
  args: {},
  handler: (ctx) => pool.cancelAll(ctx),
});

/** Returns the results that onComplete received with this context. */
export const results = query({
  args: { context: v.string() },
  handler: async (ctx, { context }) => {
    const completions = await ctx.db.query("completions").collect();
    return completions
      .filter((completion) => completion.context === context)
      .map(({ result }) => result as unknown);
  },
});

export const attempts = query({
  args: { job: v.string() },
  handler: async (ctx, { job }) => {
    const attempts = await ctx.db.query("attempts").collect();
    return attempts.filter((attempt) => attempt.job === job).length;
  },
});

export const peak = query({
  args: {},
  handler: async (ctx) => {
    const peaks = await ctx.db.query("peaks").collect();
    return Math.max(0, ...peaks.map(({ running }) => running));
  },
});
