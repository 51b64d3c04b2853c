import { makeFunctionReference } from "convex/server";
import { ConvexError, v, type Value } from "convex/values";
import { action, internalAction } from "./builders.ts";

type NoArgs = Record<string, never>;

const references = {
  texts: makeFunctionReference<"query", NoArgs, string[]>("notes:texts"),
  add: makeFunctionReference<
    "mutation",
    { text: string; fails?: boolean },
    string
  >("nested:add"),
  refuse: makeFunctionReference<"mutation", { data: Value }>("nested:refuse"),
  double: makeFunctionReference<"action", { n: number }, number>(
    "actions:double",
  ),
};

export const double = internalAction({
  args: { n: v.number() },
  returns: v.number(),
  handler: async (_, { n }) => 2 * n,
});

export const quadruple = action({
  args: { n: v.number() },
  handler: async (ctx, { n }): Promise<number> =>
    ctx.runAction(references.double, {
      n: await ctx.runAction(references.double, { n }),
    }),
});

/** The write is kept, because each mutation of an action is its own transaction. */
export const failAfterMutation = action({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(references.add, { text: "kept" });
    throw new Error("after the mutation");
  },
});

export const catches = action({
  args: {},
  handler: async (ctx): Promise<string[]> => {
    await ctx
      .runMutation(references.add, { text: "gone", fails: true })
      .catch(() => undefined);
    await ctx.runMutation(references.add, { text: "kept" });
    return ctx.runQuery(references.texts, {});
  },
});

export const refusedData = action({
  args: { data: v.any() },
  handler: async (ctx, { data }) => {
    try {
      await ctx.runMutation(references.refuse, { data: data as Value });
      return null;
    } catch (error) {
      return error instanceof ConvexError ? (error.data as Value) : null;
    }
  },
});

export const message = action({
  args: {},
  handler: async (ctx) => {
    try {
      await ctx.runMutation(references.add, { text: "x", fails: true });
      return null;
    } catch (error) {
      return error instanceof Error && error.message.includes("No x.");
    }
  },
});

export const inParallel = action({
  args: {},
  handler: async (ctx): Promise<string[]> => {
    const letters = ["a", "b", "c"];
    await Promise.all(
      letters.map((text) => ctx.runMutation(references.add, { text })),
    );
    return (await ctx.runQuery(references.texts, {})).toSorted();
  },
});

export const waits = action({
  args: {},
  handler: async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return "waited";
  },
});

export const database = action({
  args: {},
  handler: (ctx) => "db" in ctx,
});

export const metrics = action({
  args: {},
  handler: (ctx) =>
    (
      ctx.meta as unknown as {
        getTransactionMetrics(): Promise<unknown>;
      }
    ).getTransactionMetrics() as Promise<never>, // hidden by the type of an action's context
});
