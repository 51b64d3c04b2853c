import { Migrations } from "@convex-dev/migrations";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import type { DataModel } from "./_generated/dataModel";
import { mutation, query } from "./_generated/server";
import schema from "./schema";

const migrations = new Migrations<DataModel>(components.migrations, {
  schema: schema as never,
  migrationsLocationPrefix: "migrations:",
});

export const setName = migrations.define({
  table: "people",
  batchSize: 100,
  migrateOne: (_ctx, { number }) => ({ name: `Person ${number}` }),
});

export const setEven = migrations.define({
  table: "people",
  customRange: (q) => q.withIndex("by_number", (q) => q.lt("number", 300)),
  parallelize: true,
  migrateOne: async (ctx, { _id, number }) => {
    await ctx.db.patch(_id, { isEven: number % 2 === 0 });
  },
});

export const failAt250 = migrations.define({
  table: "people",
  migrateOne: (_ctx, { number }) => {
    if (number === 250) throw new Error("250 cannot be migrated.");
    return { name: "gone" };
  },
});

export const setNumber = migrations.define({
  table: "people",
  batchSize: 10,
  migrateOne: (_ctx, { number }) => ({ number: number + 0 }),
});

export const run = migrations.runner();
export const runBoth = migrations.runner([
  internal.migrations.setName,
  internal.migrations.setEven,
]);

export const seed = mutation({
  args: { from: v.number(), rows: v.number() },
  handler: async (ctx, { from, rows }) => {
    for (let number = from; number < from + rows; number++) {
      await ctx.db.insert("people", { number });
    }
  },
});

export const start = mutation({
  args: { name: v.string(), batchSize: v.optional(v.number()) },
  handler: async (ctx, { name, batchSize }): Promise<void> => {
    const known = {
      setName: internal.migrations.setName,
      failAt250: internal.migrations.failAt250,
    }[name];
    if (known === undefined) throw new Error(`There is no ${name}.`);
    await migrations.runOne(ctx, known, { batchSize });
  },
});

export const startBoth = mutation({
  args: {},
  handler: async (ctx): Promise<void> => {
    const { setName, setEven } = internal.migrations;
    await migrations.runSerially(ctx, [setName, setEven]);
  },
});

export const status = query({
  args: { name: v.string() },
  handler: async (ctx, { name }): Promise<unknown> => {
    const [status] = await migrations.getStatus(ctx, { migrations: [name] });
    return { state: status?.state, processed: status?.processed };
  },
});

/** Starts and cancels a migration in one transaction, so that no further batch runs in between. */
export const startAndCancel = mutation({
  args: {},
  handler: async (ctx): Promise<unknown> => {
    const { setNumber } = internal.migrations;
    await migrations.runOne(ctx, setNumber);
    return (await migrations.cancel(ctx, setNumber)).state;
  },
});

export const cancelAll = mutation({
  args: {},
  handler: async (ctx): Promise<string[]> =>
    (await migrations.cancelAll(ctx)).map(({ state }) => state).sort(),
});

/**
 * Undoes what the migrations wrote, but keeps the component's record of them.
 */
export const forget = mutation({
  args: {},
  handler: async (ctx) => {
    for (const { _id } of await ctx.db.query("people").collect()) {
      await ctx.db.patch(_id, { name: undefined, isEven: undefined });
    }
  },
});

export const gone = query({
  args: {},
  handler: async (ctx) => {
    const people = await ctx.db.query("people").collect();
    return people.filter(({ name }) => name === "gone").length;
  },
});

export const count = query({
  args: {},
  handler: async (ctx) => {
    const people = await ctx.db.query("people").collect();
    return {
      named: people.filter(({ name }) => name !== undefined).length,
      even: people.filter(({ isEven }) => isEven === true).length,
    };
  },
});
