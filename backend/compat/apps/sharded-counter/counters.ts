import { ShardedCounter } from "@convex-dev/sharded-counter";
import { v } from "convex/values";
import { components } from "./_generated/api";
import { action, mutation, query } from "./_generated/server";

const counter = new ShardedCounter<string>(components.shardedCounter, {
  shards: { wide: 10 },
  defaultShards: 4,
});
const args = { name: v.string(), count: v.optional(v.number()) };

export const add = mutation({
  args,
  handler: (ctx, { name, count }) => counter.add(ctx, name, count),
});

export const subtract = mutation({
  args,
  handler: (ctx, { name, count }) => counter.subtract(ctx, name, count),
});

export const incAndDec = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const one = counter.for(name);
    await one.inc(ctx);
    await one.inc(ctx);
    await one.dec(ctx);
  },
});

export const addInAction = action({
  args,
  handler: async (ctx, { name, count }) => {
    await counter.add(ctx, name, count);
    return await counter.count(ctx, name);
  },
});

export const count = query({
  args: { name: v.string() },
  handler: (ctx, { name }) => counter.count(ctx, name),
});

export const estimateCount = query({
  args: { name: v.string(), shards: v.number() },
  handler: (ctx, { name, shards }) => counter.estimateCount(ctx, name, shards),
});

export const rebalance = mutation({
  args: { name: v.string() },
  handler: (ctx, { name }) => counter.rebalance(ctx, name),
});

export const reset = mutation({
  args: { name: v.string() },
  handler: (ctx, { name }) => counter.reset(ctx, name),
});
