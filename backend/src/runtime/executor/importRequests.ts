import { setTimeout } from "node:timers/promises";
import type {
  BulkImport,
  Database,
  ImportedDocument,
  ImportPlan,
  PreparedImport,
} from "../../database/contract.ts";
import { DatabaseError } from "../../database/contract.ts";
import type { Heartbeat } from "../worker/heartbeat.ts";
import type { ImportLosses } from "../contract/transfer.ts";
import type { FromExecutor } from "../messages/executorMessages.ts";

/** The import in progress in this executor. It is lost if the executor ends. */
export class ImportRequests {
  readonly #database: Database | null;
  readonly #heartbeat: Heartbeat;
  #open: BulkImport | null = null;

  constructor(database: Database | null, heartbeat: Heartbeat) {
    this.#database = database;
    this.#heartbeat = heartbeat;
  }

  begin(plan: ImportPlan): ImportLosses {
    const database = this.#database;
    if (database === null) throw new Error("The database is not open.");
    this.#open = this.#heartbeat.busy(() => database.beginImport(plan));
    return this.#open.losses;
  }

  add(table: number, documents: readonly ImportedDocument[]): null {
    const open = this.#require();
    this.#heartbeat.busy(() => open.add(table, documents));
    return null;
  }

  end(): PreparedImport {
    const { prepared } = this.#require();
    this.#open = null;
    return prepared;
  }

  abandon(): null {
    this.#open?.abandon();
    this.#open = null;
    return null;
  }

  #require(): BulkImport {
    if (this.#open !== null) return this.#open;
    throw new DatabaseError(
      "The import was interrupted, as code or variables were deployed meanwhile: nothing was imported. Run it again.",
    );
  }
}

const PAUSE_MS = 20;

/**
 * Deletes leftover data in the background, until there is none or the database
 * is closed.
 */
export async function removeLeftovers(
  current: () => Database | null,
  heartbeat: Heartbeat,
  post: (message: FromExecutor) => void,
): Promise<void> {
  try {
    for (;;) {
      const database = current();
      if (database === null) return;
      if (!heartbeat.busy(() => database.removeLeftovers())) return;
      await setTimeout(PAUSE_MS);
    }
  } catch (error) {
    const message = `Data left over from an import could not be removed: ${String(error)}`;
    post({ type: "stray", message });
  }
}
