import {
  componentsGeneric,
  type FunctionReference,
  type FunctionHandle,
  internalQueryGeneric,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, v } from "convex/values";

const { vault } = componentsGeneric() as unknown as {
  vault: {
    secrets: {
      keep: FunctionReference<"mutation", "internal", { text: string }, number>;
      count: FunctionReference<
        "query",
        "internal",
        Record<string, never>,
        number
      >;
    };
  };
}; // must match convex.config.ts

export const add = mutationGeneric({
  args: { account: v.string(), amount: v.number() },
  returns: v.string(),
  handler: async (ctx, { account, amount }) => {
    if (amount < 0) throw new ConvexError({ code: "NEGATIVE", amount });
    return ctx.db.insert("entries", { account, amount });
  },
});

export const total = queryGeneric({
  args: { account: v.string() },
  returns: v.number(),
  handler: async (ctx, { account }) => {
    const entries = await ctx.db
      .query("entries")
      .withIndex("by_account", (q) => q.eq("account", account))
      .collect();
    // The generic context does not know the schema.
    return (entries as { amount: number }[]).reduce(
      (sum, { amount }) => sum + amount,
      0,
    );
  },
});

export const hidden = internalQueryGeneric({ args: {}, handler: () => 1 });

export const viewer = queryGeneric({
  args: {},
  handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null,
});

export const keepInVault = mutationGeneric({
  args: { text: v.string(), fails: v.boolean() },
  handler: async (ctx, { text, fails }): Promise<number> => {
    const count = await ctx.runMutation(vault.secrets.keep, { text });
    if (fails) throw new Error("after the vault");
    return count;
  },
});

export const countInVault = queryGeneric({
  args: {},
  handler: (ctx): Promise<number> => ctx.runQuery(vault.secrets.count, {}),
});

export const callBack = mutationGeneric({
  args: { handle: v.string(), text: v.string() },
  handler: async (ctx, { handle, text }) => {
    const callable = handle as FunctionHandle<"mutation", { text: string }>; // the caller passes a handle as a string
    await ctx.runMutation(callable, { text });
  },
});

export const own = queryGeneric({
  args: {},
  handler: async (ctx) => ctx.meta.getFunctionMetadata(),
});

export const getForeign = queryGeneric({
  args: { id: v.string() },
  handler: (ctx, { id }) => ctx.db.normalizeId("entries", id),
});
