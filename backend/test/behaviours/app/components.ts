import { RateLimiter } from "@convex-dev/rate-limiter";
import {
  componentsGeneric,
  createFunctionHandle,
  type FunctionReference,
  makeFunctionReference,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import { action, mutation, query } from "./builders.ts";

type Entry = { account: string; amount: number };
type Internal<
  Type extends "query" | "mutation",
  Args extends Record<string, unknown>,
  Result,
> = FunctionReference<Type, "internal", Args, Result>;
type NoArgs = Record<string, never>;

const { ledger, rateLimiter } = componentsGeneric() as unknown as {
  ledger: {
    entries: {
      add: Internal<"mutation", Entry, string>;
      total: Internal<"query", { account: string }, number>;
      hidden: Internal<"query", NoArgs, number>;
      viewer: Internal<"query", NoArgs, string | null>;
      keepInVault: Internal<
        "mutation",
        { text: string; fails: boolean },
        number
      >;
      countInVault: Internal<"query", NoArgs, number>;
      callBack: Internal<"mutation", { handle: string; text: string }, null>;
      own: Internal<"query", NoArgs, { name: string; componentPath: string }>;
      getForeign: Internal<"query", { id: string }, string | null>;
    };
    vault: { secrets: { count: Internal<"query", NoArgs, number> } };
  };
  rateLimiter: ConstructorParameters<typeof RateLimiter>[0];
}; // must match convex.config.ts

const limiter = new RateLimiter(rateLimiter, {
  twice: { kind: "fixed window", rate: 2, period: 3_600_000 },
});

export const add = mutation({
  args: { account: v.string(), amount: v.number() },
  handler: async (ctx, entry): Promise<number> => {
    await ctx.runMutation(ledger.entries.add, entry);
    return ctx.runQuery(ledger.entries.total, { account: entry.account });
  },
});

export const total = query({
  args: { account: v.string() },
  handler: (ctx, args): Promise<number> =>
    ctx.runQuery(ledger.entries.total, args),
});

export const addAndFail = mutation({
  args: { account: v.string() },
  handler: async (ctx, { account }) => {
    await ctx.runMutation(ledger.entries.add, { account, amount: 1 });
    throw new Error("after the component");
  },
});

export const refused = mutation({
  args: { account: v.string() },
  handler: async (ctx, { account }) => {
    try {
      await ctx.runMutation(ledger.entries.add, { account, amount: -1 });
      return null;
    } catch (error) {
      return error instanceof ConvexError ? (error.data as never) : null;
    }
  },
});

export const hidden = query({
  args: {},
  handler: (ctx): Promise<number> => ctx.runQuery(ledger.entries.hidden, {}),
});

export const grandchild = query({
  args: {},
  handler: (ctx): Promise<number> =>
    ctx.runQuery(ledger.vault.secrets.count, {}),
});

export const viewer = query({
  args: {},
  handler: (ctx): Promise<string | null> =>
    ctx.runQuery(ledger.entries.viewer, {}),
});

export const keep = mutation({
  args: { text: v.string(), fails: v.boolean() },
  handler: async (ctx, args): Promise<number> => {
    const kept = await ctx
      .runMutation(ledger.entries.keepInVault, args)
      .catch(() => null);
    return kept ?? ctx.runQuery(ledger.entries.countInVault, {});
  },
});

export const kept = query({
  args: {},
  handler: (ctx): Promise<number> =>
    ctx.runQuery(ledger.entries.countInVault, {}),
});

export const callBack = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    const own = makeFunctionReference<"mutation", { text: string }>(
      "nested:add",
    );
    const handle = await createFunctionHandle(own);
    await ctx.runMutation(ledger.entries.callBack, { handle, text });
  },
});

export const own = query({
  args: {},
  handler: (ctx): Promise<{ name: string; componentPath: string }> =>
    ctx.runQuery(ledger.entries.own, {}),
});

export const viaAction = action({
  args: { account: v.string() },
  handler: async (ctx, { account }): Promise<number> => {
    await ctx.runMutation(ledger.entries.add, { account, amount: 5 });
    return ctx.runQuery(ledger.entries.total, { account });
  },
});

export const isForeign = mutation({
  args: { account: v.string() },
  handler: async (ctx, { account }) => {
    const id = await ctx.runMutation(ledger.entries.add, {
      account,
      amount: 1,
    });
    return {
      here: ctx.db.normalizeId("notes", id),
      there: (await ctx.runQuery(ledger.entries.getForeign, { id })) === id,
    };
  },
});

export const limit = mutation({
  args: { key: v.string() },
  handler: async (ctx, { key }) =>
    (await limiter.limit(ctx, "twice", { key })).ok,
});

export const limitOrThrow = mutation({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    await limiter.limit(ctx, "twice", { key, throws: true });
  },
});

export const limitAndFail = mutation({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    await limiter.limit(ctx, "twice", { key });
    throw new Error("after the limit");
  },
});
