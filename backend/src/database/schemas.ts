/** Schemas of components, and the tables that the engine keeps itself. */
import type { ConvexJson } from "../values/convexJson.ts";
import type { ComponentPath } from "./commits.ts";

/** One table of a component, as parsed from `schema.export()`. */
export interface TableSchema {
  readonly tableName: string;
  readonly indexes: readonly {
    indexDescriptor: string;
    fields: readonly string[];
  }[];
  readonly searchIndexes?: readonly {
    indexDescriptor: string;
    searchField: string;
    filterFields: readonly string[];
  }[];
  readonly vectorIndexes?: readonly {
    indexDescriptor: string;
    vectorField: string;
    dimensions: number;
    filterFields: readonly string[];
  }[];
  readonly documentType: ConvexJson;
}

export interface ComponentSchema {
  readonly tables: readonly TableSchema[];
  readonly schemaValidation: boolean;
}

/** The schema of each mounted component, or null if it has none. */
export type SchemaByComponent = ReadonlyMap<
  ComponentPath,
  ComponentSchema | null
>;

export interface SchemaViolation {
  readonly component: ComponentPath;
  readonly table: string;
  readonly message: string;
}

/**
 * The tables that the engine keeps itself. They exist in every component, except
 * those that only the app has:
 * - `_storage`, `_scheduled_functions`: what apps see through `db.system`.
 * - `_jobs` {jobId, owner, component, path, runAt, state, cronName,
 *   cronSpec}, in the app only: the scheduler's queue. Indexes:
 *   `by_state_and_run_at`, `by_job_id`.
 * - `_files` {storageId, uuid, sha256Hex, size, contentType}: where the bytes
 *   of a stored file are. Indexes: `by_uuid`, `by_storage_id`.
 * - `_transfers` {transferId, kind, state}, in the app only: the progress of
 *   exports and imports, which the CLI watches.
 *
 * Their rows are written in ordinary transactions, so jobs and files roll back
 * with the mutation that created them.
 */
export const SYSTEM_TABLES = [
  "_storage",
  "_scheduled_functions",
  "_jobs",
  "_files",
  "_transfers",
] as const;

/** The system tables that apps and the CLI may read. */
export const VISIBLE_SYSTEM_TABLES: readonly string[] = [
  "_storage",
  "_scheduled_functions",
] satisfies (typeof SYSTEM_TABLES)[number][];
