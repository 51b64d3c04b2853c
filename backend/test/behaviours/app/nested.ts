/** Functions that call other functions within one transaction. */
import { createFunctionHandle, makeFunctionReference } from "convex/server";
import { ConvexError, v, type Value } from "convex/values";
import { internalMutation, mutation, query } from "./builders.ts";

type NoArgs = Record<string, never>;

const references = {
  add: makeFunctionReference<
    "mutation",
    { text: string; fails?: boolean },
    string
  >("nested:add"),
  addAndCatch: makeFunctionReference<"mutation", { fails: boolean }>(
    "nested:addAndCatch",
  ),
  texts: makeFunctionReference<"query", NoArgs, string[]>("notes:texts"),
  schedule: makeFunctionReference<"mutation", NoArgs>("nested:schedule"),
  refuse: makeFunctionReference<"mutation", { data: Value }>("nested:refuse"),
  firstPage: makeFunctionReference<"query", NoArgs, string[]>(
    "nested:firstPage",
  ),
};

export const add = internalMutation({
  args: { text: v.string(), fails: v.optional(v.boolean()) },
  returns: v.string(),
  handler: async (ctx, { text, fails = false }) => {
    await ctx.db.insert("notes", { owner: "nested", text, likes: 0 });
    if (fails) throw new Error(`No ${text}.`);
    return text.toUpperCase();
  },
});

export const refuse = internalMutation({
  args: { data: v.any() },
  handler: (_, { data }) => {
    throw new ConvexError(data as Value);
  },
});

export const schedule = internalMutation({
  args: {},
  handler: async (ctx) => {
    await ctx.scheduler.runAfter(0, references.add, { text: "scheduled" });
    throw new Error("after scheduling");
  },
});

/** Catches the failure of a child. Only the child's writes are rolled back. */
export const addAndCatch = mutation({
  args: { fails: v.boolean() },
  handler: async (ctx, { fails }): Promise<string[]> => {
    await ctx.runMutation(references.add, { text: "before" });
    try {
      await ctx.runMutation(references.add, { text: "child", fails });
    } catch {
      // The caller checks what is left.
    }
    await ctx.runMutation(references.add, { text: "after" });
    return ctx.runQuery(references.texts, {});
  },
});

/** Limits the writes of a child and continues without it if it fails. */
export const limited = mutation({
  args: { documentsWritten: v.number() },
  handler: async (ctx, { documentsWritten }): Promise<string[]> => {
    const limits = { transactionLimits: { documentsWritten } };
    await ctx.runMutation(references.add, { text: "before" });
    try {
      await ctx.runMutation(references.addAndCatch, { fails: false }, limits);
    } catch {
      await ctx.runMutation(references.add, { text: "instead" });
    }
    return ctx.runQuery(references.texts, {});
  },
});

export const failAfterChild = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(references.add, { text: "child" });
    throw new Error("after the child");
  },
});

/**
 * Nests two levels: a child that catches a failure, then a child that fails.
 */
export const deep = mutation({
  args: {},
  handler: async (ctx): Promise<string[]> => {
    await ctx.runMutation(references.addAndCatch, { fails: true });
    await ctx
      .runMutation(references.add, { text: "x", fails: true })
      .catch(() => undefined);
    return ctx.runQuery(references.texts, {});
  },
});

export const returned = mutation({
  args: {},
  handler: (ctx): Promise<string> =>
    ctx.runMutation(references.add, { text: "quiet" }),
});

export const refusedData = mutation({
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

export const badArgs = mutation({
  args: {},
  handler: (ctx): Promise<string> =>
    ctx.runMutation(references.add, { text: 1 as never }),
});

export const seesOwnWrites = mutation({
  args: {},
  handler: async (ctx): Promise<string[]> => {
    await ctx.db.insert("notes", { owner: "x", text: "own", likes: 0 });
    return ctx.runQuery(references.texts, {});
  },
});

export const stale = mutation({
  args: {},
  handler: async (ctx): Promise<string[]> => {
    await ctx.db.insert("notes", { owner: "x", text: "own", likes: 0 });
    return ctx.runQuery(references.texts, {}, { useStaleSnapshot: true });
  },
});

export const inParallel = mutation({
  args: {},
  handler: async (ctx): Promise<string[]> => {
    await Promise.allSettled([
      ctx.runMutation(references.add, { text: "one" }),
      ctx.runMutation(references.add, { text: "two", fails: true }),
      ctx.runMutation(references.add, { text: "three" }),
    ]);
    return ctx.runQuery(references.texts, {});
  },
});

export const queryInQuery = query({
  args: {},
  handler: (ctx): Promise<string[]> => ctx.runQuery(references.texts, {}),
});

export const scheduleRolledBack = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(references.schedule, {}).catch(() => undefined);
  },
});

export const byHandle = mutation({
  args: {},
  handler: async (ctx): Promise<string> => {
    const handle = await createFunctionHandle(references.add);
    return ctx.runMutation(handle, { text: "handled" });
  },
});

export const firstPage = query({
  args: {},
  handler: async (ctx) => {
    const options = { numItems: 1, cursor: null };
    const { page } = await ctx.db.query("notes").paginate(options);
    return page.map(({ text }) => text);
  },
});

/** Paginates in two nested calls, each of which may paginate once. */
export const pagesOfTwoCalls = query({
  args: {},
  handler: async (ctx): Promise<string[]> => [
    ...(await ctx.runQuery(references.firstPage, {})),
    ...(await ctx.runQuery(references.firstPage, {})),
  ],
});
