import { Crons } from "@convex-dev/crons";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import {
  internalAction,
  internalMutation,
  mutation,
  query,
} from "./_generated/server";

const crons = new Crons(components.crons);
const schedule = v.union(
  v.object({ kind: v.literal("interval"), ms: v.number() }),
  v.object({
    kind: v.literal("cron"),
    cronspec: v.string(),
    tz: v.optional(v.string()),
  }),
);

export const register = mutation({
  args: { name: v.string(), schedule },
  handler: async (ctx, { name, schedule }): Promise<string> =>
    crons.register(ctx, schedule, internal.jobs.tick, { by: name }, name),
});

export const registerAction = mutation({
  args: { name: v.string(), schedule },
  handler: async (ctx, { name, schedule }): Promise<string> =>
    crons.register(ctx, schedule, internal.jobs.tickLater, { by: name }, name),
});

export const tick = internalMutation({
  args: { by: v.string() },
  handler: async (ctx, { by }) => {
    await ctx.db.insert("ticks", { by });
  },
});

export const tickLater = internalAction({
  args: { by: v.string() },
  handler: async (ctx, args): Promise<void> => {
    await ctx.runMutation(internal.jobs.tick, args);
  },
});

export const hasTicked = query({
  args: { by: v.string(), times: v.number() },
  handler: async (ctx, { by, times }) => {
    const ticks = await ctx.db.query("ticks").collect();
    return ticks.filter((tick) => tick.by === by).length >= times;
  },
});

export const ticks = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("ticks").collect()).length,
});

export const list = query({
  args: {},
  handler: async (ctx): Promise<unknown[]> =>
    (await crons.list(ctx)).map(({ name, args, schedule }) => ({
      name,
      args,
      schedule,
    })),
});

export const get = query({
  args: { name: v.string() },
  handler: async (ctx, { name }): Promise<unknown> =>
    (await crons.get(ctx, { name }))?.schedule ?? null,
});

export const remove = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }): Promise<null> => crons.delete(ctx, { name }),
});
