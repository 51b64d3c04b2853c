import type { MutationCtx, QueryCtx } from "../_generated/server";

/** What reading content needs; without `auth`, so it serves public queries too. */
export type ReadCtx = Pick<QueryCtx, "db" | "storage">;

export type WriteCtx = Pick<
  MutationCtx,
  "db" | "storage" | "scheduler" | "runMutation" | "runQuery" | "meta"
>;
