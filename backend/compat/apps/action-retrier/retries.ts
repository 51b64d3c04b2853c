import {
  ActionRetrier,
  onCompleteValidator,
  runIdValidator,
} from "@convex-dev/action-retrier";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import {
  internalAction,
  internalMutation,
  mutation,
  query,
} from "./_generated/server";

const retrier = new ActionRetrier(components.actionRetrier, {
  initialBackoffMs: 20,
  base: 2,
  maxFailures: 3,
});
const job = { job: v.string(), failures: v.number() };

/** Fails `failures` times for each job, then succeeds. */
export const work = internalAction({
  args: job,
  handler: async (ctx, { job, failures }): Promise<string> => {
    const attempts = await ctx.runMutation(internal.retries.note, { job });
    if (attempts <= failures) throw new Error(`Attempt ${attempts} fails.`);
    return `done in ${attempts}`;
  },
});

export const note = internalMutation({
  args: { job: v.string() },
  handler: async (ctx, { job }): Promise<number> => {
    await ctx.db.insert("attempts", { job });
    const attempts = await ctx.db.query("attempts").collect();
    return attempts.filter((attempt) => attempt.job === job).length;
  },
});

export const completed = internalMutation({
  args: onCompleteValidator,
  handler: async (ctx, { runId, result }) => {
    await ctx.db.insert("completions", { runId, result });
  },
});

export const run = mutation({
  args: job,
  handler: async (ctx, args): Promise<string> =>
    retrier.run(ctx, internal.retries.work, args, {
      onComplete: internal.retries.completed,
    }),
});

export const runAfter = mutation({
  args: { ...job, delayMs: v.number() },
  handler: async (ctx, { delayMs, ...args }): Promise<string> =>
    retrier.runAfter(ctx, delayMs, internal.retries.work, args, {
      onComplete: internal.retries.completed,
    }),
});

export const status = query({
  args: { runId: runIdValidator },
  handler: (ctx, { runId }) => retrier.status(ctx, runId),
});

export const cancel = mutation({
  args: { runId: runIdValidator },
  handler: (ctx, { runId }) => retrier.cancel(ctx, runId),
});

export const cleanup = mutation({
  args: { runId: runIdValidator },
  handler: (ctx, { runId }) => retrier.cleanup(ctx, runId),
});

export const completion = query({
  args: { runId: v.string() },
  handler: async (ctx, { runId }) => {
    const completions = await ctx.db.query("completions").collect();
    return completions
      .filter((completion) => completion.runId === runId)
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
