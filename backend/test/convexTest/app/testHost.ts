/** Deployed beside the app under test: does what the `ctx` of a test asks for. */
import {
  componentsGeneric,
  type FunctionReference,
  internalMutationGeneric,
  internalQueryGeneric,
} from "convex/server";
import { type GenericId, v } from "convex/values";

declare const Convex: {
  syscall(op: string, argsText: string): string;
  asyncSyscall(op: string, argsText: string): Promise<string>;
};

/** JSON in texts: documents may have fields that no argument can have. */
const request = { op: v.string(), argsText: v.string() };

export const read = internalQueryGeneric({
  args: request,
  returns: v.string(),
  handler: (_, { op, argsText }) => answer(op, argsText),
});

export const write = internalMutationGeneric({
  args: request,
  returns: v.string(),
  handler: (_, { op, argsText }) => answer(op, argsText),
});

/** What has failed is told, not thrown, so that its data arrives as it was. */
async function answer(op: string, argsText: string): Promise<string> {
  try {
    const resultText =
      op === "collect"
        ? await collect(argsText)
        : await Convex.asyncSyscall(op, argsText);
    return JSON.stringify({ resultText });
  } catch (error) {
    // The engine throws nothing else.
    const { message, data } = error as Error & { data?: unknown };
    return JSON.stringify({ error: { message, data } });
  }
}

/** All documents of a query at once. */
async function collect(queryText: string): Promise<string> {
  const next = Convex.syscall("1.0/queryStream", queryText);
  const documents: unknown[] = [];
  for (;;) {
    const text = await Convex.asyncSyscall("1.0/queryStreamNext", next);
    const { value, done } = JSON.parse(text) as {
      value: unknown;
      done: boolean;
    }; // the answer convex/server expects
    if (done) return JSON.stringify(documents);
    documents.push(value);
  }
}

/** Whether nothing runs, nor should by now. */
export const isIdle = internalQueryGeneric({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    return jobs.every(
      ({ state, scheduledTime }) =>
        state.kind !== "inProgress" &&
        (state.kind !== "pending" || scheduledTime > Date.now()),
    );
  },
});

/** Nothing that waits will run. */
export const cancelJobs = internalMutationGeneric({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    for (const { _id, state } of jobs) {
      if (state.kind === "pending") await ctx.scheduler.cancel(_id);
    }
    return null;
  },
});

const clearLimits = (
  componentsGeneric() as unknown as {
    rateLimiter: {
      lib: { clearAll: FunctionReference<"mutation", "internal"> };
    };
  }
).rateLimiter.lib.clearAll; // as the app's convex.config.ts mounts it

/**
 * Empties the app's tables, its files, and what the rate limiter has counted.
 * Returns what no function can delete: jobs that have ended.
 */
export const wipe = internalMutationGeneric({
  args: { tables: v.array(v.string()) },
  returns: v.array(v.id("_scheduled_functions")),
  handler: async (ctx, { tables }) => {
    for (const table of tables) {
      for (const row of await ctx.db.query(table).collect()) {
        const { _id } = row as { _id: GenericId<string> }; // as all rows have
        await ctx.db.delete(table, _id);
      }
    }
    for (const { _id } of await ctx.db.system.query("_storage").collect()) {
      await ctx.storage.delete(_id);
    }
    await ctx.runMutation(clearLimits, { before: Infinity });
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    return jobs.map(({ _id }) => _id);
  },
});
