/**
 * Deployed next to the app under test. Performs the system calls of a test's
 * `ctx`.
 */
import { internalMutationGeneric, internalQueryGeneric } from "convex/server";
import { type GenericId, v } from "convex/values";

declare const Convex: {
  syscall(op: string, argsText: string): string;
  asyncSyscall(op: string, argsText: string): Promise<string>;
};

/**
 * Arguments as JSON strings, because documents may have fields that arguments
 * cannot have.
 */
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

/**
 * Returns errors instead of throwing them, so that their data arrives
 * unchanged.
 */
async function answer(op: string, argsText: string): Promise<string> {
  try {
    const resultText =
      op === "collect"
        ? await collect(argsText)
        : await Convex.asyncSyscall(op, argsText);
    return JSON.stringify({ resultText });
  } catch (error) {
    // The engine throws only errors.
    const { message, data } = error as Error & { data?: unknown };
    return JSON.stringify({ error: { message, data } });
  }
}

/** Returns all documents of a query at once. */
async function collect(queryText: string): Promise<string> {
  const next = Convex.syscall("1.0/queryStream", queryText);
  const documents: unknown[] = [];
  for (;;) {
    const text = await Convex.asyncSyscall("1.0/queryStreamNext", next);
    const { value, done } = JSON.parse(text) as {
      value: unknown;
      done: boolean;
    }; // the format that convex/server expects
    if (done) return JSON.stringify(documents);
    documents.push(value);
  }
}

/** Returns whether no job is running or due. */
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

/** Cancels all pending jobs. */
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

/**
 * Empties the app's tables and deletes its files. Returns the ids of ended
 * jobs, which no function can delete.
 */
export const wipe = internalMutationGeneric({
  args: { tables: v.array(v.string()) },
  returns: v.array(v.id("_scheduled_functions")),
  handler: async (ctx, { tables }) => {
    for (const table of tables) {
      for (const row of await ctx.db.query(table).collect()) {
        const { _id } = row as { _id: GenericId<string> }; // every row has an _id
        await ctx.db.delete(table, _id);
      }
    }
    for (const { _id } of await ctx.db.system.query("_storage").collect()) {
      await ctx.storage.delete(_id);
    }
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    return jobs.map(({ _id }) => _id);
  },
});
