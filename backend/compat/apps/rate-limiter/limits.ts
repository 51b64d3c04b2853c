import { MINUTE, RateLimiter } from "@convex-dev/rate-limiter";
import { v } from "convex/values";
import { components } from "./_generated/api";
import { mutation, query } from "./_generated/server";

const limiter = new RateLimiter(components.rateLimiter, {
  bucket: { kind: "token bucket", rate: 2, period: MINUTE },
  window: { kind: "fixed window", rate: 2, period: MINUTE, start: 0 },
  sharded: {
    kind: "token bucket",
    rate: 100,
    period: MINUTE,
    capacity: 100,
    shards: 4,
  },
  later: {
    kind: "token bucket",
    rate: 3,
    period: 60 * MINUTE,
    applyUpdates: "asynchronously",
  },
});

const name = v.union(
  v.literal("bucket"),
  v.literal("window"),
  v.literal("sharded"),
  v.literal("later"),
);
const args = {
  name,
  key: v.optional(v.string()),
  count: v.optional(v.number()),
  reserve: v.optional(v.boolean()),
  throws: v.optional(v.boolean()),
};

export const limit = mutation({
  args,
  handler: (ctx, { name, ...options }) => limiter.limit(ctx, name, options),
});

export const check = query({
  args,
  handler: (ctx, { name, ...options }) => limiter.check(ctx, name, options),
});

export const reset = mutation({
  args: { name, key: v.optional(v.string()) },
  handler: (ctx, { name, key }) => limiter.reset(ctx, name, { key }),
});

export const value = query({
  args: { name, key: v.optional(v.string()) },
  handler: async (ctx, { name, key }) => {
    const { value } = await limiter.getValue(ctx, name, { key });
    return Math.floor(value);
  },
});

export const { getRateLimit, getServerTime } = limiter.hookAPI("bucket", {
  key: "hook",
});
