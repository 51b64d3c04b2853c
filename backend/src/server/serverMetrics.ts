import { statSync } from "node:fs";
import { join } from "node:path";
import type { Options } from "./options.ts";
import { Metrics } from "../routes/metrics.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import type { SyncServer } from "../sync/syncServer.ts";

/** Returns metrics that follow the runtime, the sync server and the database's files. */
export function createServerMetrics(
  runtime: FunctionRuntime,
  sync: SyncServer,
  { dataDir }: Options,
): Metrics {
  const sizeOf = (name: string) => () =>
    statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  const metrics = new Metrics({
    database_bytes: sizeOf("database.sqlite"),
    // The log is checkpointed all the time; if it keeps growing, something is
    // wrong.
    database_wal_bytes: sizeOf("database.sqlite-wal"),
    sync_sessions: () => sync.sessionCount,
    live_queries: () => sync.liveQueryCount,
  });
  runtime.onExecution((execution) => metrics.record(execution));
  return metrics;
}
