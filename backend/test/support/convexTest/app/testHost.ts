/**
 * Deployed next to the app under test. Performs the system calls of a test's
 * `ctx`.
 */
import {
  type GenericDatabaseReader,
  type GenericDataModel,
  internalMutationGeneric,
  internalQueryGeneric,
} from "convex/server";
import { type GenericId, type Infer, v } from "convex/values";

declare const Convex: {
  syscall(op: string, argsText: string): string;
  asyncSyscall(op: string, argsText: string): Promise<string>;
};

/**
 * Arguments as JSON strings, because documents may have fields that arguments
 * cannot have.
 */
const requests = {
  requests: v.array(v.object({ op: v.string(), argsText: v.string() })),
};

type Requests = Infer<typeof requests.requests>;

export const read = internalQueryGeneric({
  args: requests,
  returns: v.array(v.string()),
  handler: (_, args) => answerAll(args.requests),
});

export const write = internalMutationGeneric({
  args: requests,
  returns: v.array(v.string()),
  handler: (_, args) => answerAll(args.requests),
});

async function answerAll(asked: Requests): Promise<string[]> {
  const answers: string[] = [];
  for (const { op, argsText } of asked)
    answers.push(await answer(op, argsText));
  return answers;
}

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

/**
 * Creation time in milliseconds of the newest job that had ended before the present test. No
 * function can delete ended jobs, so their number only grows.
 */
const since = { since: v.number() };

/** Returns whether no job is running or due. */
export const isIdle = internalQueryGeneric({
  args: since,
  returns: v.boolean(),
  handler: async (ctx, args) => {
    const jobs = await jobsSince(ctx.db.system, args.since);
    return jobs.every(
      ({ state, scheduledTime }) =>
        state.kind !== "inProgress" &&
        (state.kind !== "pending" || scheduledTime > Date.now()),
    );
  },
});

/**
 * Cancels all pending jobs, empties the app's tables and deletes its files. Returns when the newest
 * job was created; null if nothing has been emptied, because a job is still running.
 */
export const wipe = internalMutationGeneric({
  args: { ...since, tables: v.array(v.string()) },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, args) => {
    const jobs = await jobsSince(ctx.db.system, args.since);
    for (const { _id, state } of jobs) {
      if (state.kind === "pending") await ctx.scheduler.cancel(_id);
    }
    if (jobs.some(({ state }) => state.kind === "inProgress")) return null;
    for (const table of args.tables) {
      for (const row of await ctx.db.query(table).collect()) {
        const { _id } = row as { _id: GenericId<string> }; // every row has an _id
        await ctx.db.delete(table, _id);
      }
    }
    for (const { _id } of await ctx.db.system.query("_storage").collect()) {
      await ctx.storage.delete(_id);
    }
    return jobs.at(-1)?._creationTime ?? args.since;
  },
});

function jobsSince(
  system: GenericDatabaseReader<GenericDataModel>["system"],
  since: number,
) {
  return system
    .query("_scheduled_functions")
    .withIndex("by_creation_time", (range) => range.gt("_creationTime", since))
    .collect();
}
