import { defineBatchWorkerValidators, ping } from "@convex-dev/batch-worker";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import {
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server";

const BATCH_SIZE = 10;

const vEvents = v.array(v.object({ id: v.id("events"), value: v.number() }));
const { vQueryArgs, vQueryReturns, vMutationArgs } =
  defineBatchWorkerValidators({ batch: { events: vEvents } });

export const add = mutation({
  args: { values: v.array(v.number()) },
  handler: async (ctx, { values }) => {
    for (const value of values) {
      const insertedAt = ctx.db.vars.commitTs;
      await ctx.db.insert("events", { value, insertedAt });
    }
    await ping(ctx, components.batchWorker, {
      name: "events",
      workQuery: internal.events.getBatch,
      workerMutation: internal.events.processBatch,
    });
  },
});

export const getBatch = internalQuery({
  args: vQueryArgs,
  returns: vQueryReturns,
  handler: async (ctx, { cursor }) => {
    const events = await ctx.db
      .query("events")
      .withIndex("insertedAt", (q) => q.gte("insertedAt", cursor ?? 0n))
      .take(BATCH_SIZE);
    const last = events.at(-1);
    if (last === undefined) return { kind: "idle" as const };
    const batch = events.map(({ _id, value }) => ({ id: _id, value }));
    return {
      kind: "work" as const,
      batch: { events: batch },
      cursor: last.insertedAt,
    };
  },
});

export const processBatch = internalMutation({
  args: vMutationArgs,
  handler: async (ctx, { events }) => {
    for (const { id } of events) await ctx.db.delete(id);
    const sum = events.reduce((total, { value }) => total + value, 0);
    await ctx.db.insert("batches", { sum, size: events.length });
  },
});

export const total = query({
  args: {},
  handler: async (ctx) => {
    const batches = await ctx.db.query("batches").collect();
    return batches.reduce((total, { sum }) => total + sum, 0);
  },
});

export const largest = query({
  args: {},
  handler: async (ctx) => {
    const batches = await ctx.db.query("batches").collect();
    return Math.max(0, ...batches.map(({ size }) => size));
  },
});

export const left = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("events").collect()).length,
});
