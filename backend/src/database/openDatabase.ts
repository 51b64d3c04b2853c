import { randomFillSync } from "node:crypto";
import { Storage } from "../storage/storage.ts";
import { adoptImport } from "./adoptImport.ts";
import type { Database, PreparedImport } from "./contract.ts";
import { DatabaseCore } from "./databaseCore.ts";
import { setAsideImports } from "./leftovers.ts";

export interface OpenDatabaseOptions {
  /** A file, made if it is not there, or `:memory:`. */
  readonly path: string;
  /** Default: the clock of the machine. */
  readonly nowMs?: () => number;
  /** Default: the machine's cryptographic source. The result is read at once and never kept. */
  readonly randomBytes?: (count: number) => Uint8Array;
  /** Above this size the database refuses writes as if the disk were full. */
  readonly maxSizeBytes?: number;
  /** Taken into use before anything is read; what is not is removed later. */
  readonly adopt?: PreparedImport;
}

/** Opens a database for this process alone; a second opening of the file fails. */
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

/** One call into the random source for many ids. */
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
