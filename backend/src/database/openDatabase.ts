import { randomFillSync } from "node:crypto";
import { Storage } from "../storage/storage.ts";
import { adoptImport } from "./adoptImport.ts";
import type { Database, PreparedImport } from "./contract.ts";
import { DatabaseCore } from "./databaseCore.ts";
import { setAsideImports } from "./leftovers.ts";

export interface OpenDatabaseOptions {
  /** A file, created if missing, or `:memory:`. */
  readonly path: string;
  /** Default: the system clock. */
  readonly nowMs?: () => number;
  /**
   * Default: Node's cryptographic random source. Callers use the result at once
   * and do not keep it.
   */
  readonly randomBytes?: (count: number) => Uint8Array;
  /** Beyond this size, writes fail as if the disk were full. */
  readonly maxSizeBytes?: number;
  /**
   * An import to make visible before anything is read. Any other import is
   * discarded.
   */
  readonly adopt?: PreparedImport;
}

/**
 * Opens a database for this process alone; opening the file a second time
 * fails.
 * @throws StartRefusal if the file has another format
 * @throws DatabaseError if `adopt` no longer fits the tables; nothing has
 * changed then
 */
export function openDatabase(options: OpenDatabaseOptions): Database {
  const storage = new Storage(options);
  try {
    const nowMs = options.nowMs ?? (() => Date.now());
    if (options.adopt) adoptImport(storage, options.adopt, nowMs());
    storage.transaction(() => setAsideImports(storage));
    return new DatabaseCore(storage, {
      nowMs,
      randomBytes: options.randomBytes ?? pooledRandomBytes(),
    });
  } catch (error) {
    storage.close();
    throw error;
  }
}

const POOL_BYTES = 4096;

/** Fetches 4 KiB of randomness at a time, enough for many ids. */
function pooledRandomBytes(): (count: number) => Uint8Array {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (count) => {
    if (used + count > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
}
