import type { MutationCtx, QueryCtx } from "../_generated/server";

/**
 * Context for reading content. Leaves out `auth`, so public queries can use it
 * too.
 */
export type ReadCtx = Pick<QueryCtx, "db" | "storage">;

/** Context for changing content. Leaves out `auth`: callers pass the viewer. */
export type WriteCtx = Pick<
  MutationCtx,
  "db" | "storage" | "scheduler" | "runMutation" | "runQuery" | "meta"
>;
