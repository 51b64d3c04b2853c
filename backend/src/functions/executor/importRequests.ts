import { setTimeout } from "node:timers/promises";
import type {
  BulkImport,
  Database,
  ImportedDocument,
  ImportPlan,
  PreparedImport,
} from "../../database/contract.ts";
import { DatabaseError } from "../../database/contract.ts";
import type { Pulse } from "../pulse.ts";
import type { ImportLosses } from "../transferContract.ts";
import type { FromExecutor } from "./executorMessages.ts";

/** The import under way in this executor; it ends with it. */
export class ImportRequests {
  readonly #database: Database | null;
  readonly #pulse: Pulse;
  #open: BulkImport | null = null;

  constructor(database: Database | null, pulse: Pulse) {
    this.#database = database;
    this.#pulse = pulse;
  }

  begin(plan: ImportPlan): ImportLosses {
    const database = this.#database;
    if (database === null) throw new Error("The database is not open.");
    this.#open = this.#pulse.busy(() => database.beginImport(plan));
    return this.#open.losses;
  }

  add(table: number, documents: readonly ImportedDocument[]): null {
    const open = this.#require();
    this.#pulse.busy(() => open.add(table, documents));
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

/** Beside all other work, until nothing is left or the database is closed. */
export async function removeLeftovers(
  current: () => Database | null,
  pulse: Pulse,
  post: (message: FromExecutor) => void,
): Promise<void> {
  try {
    for (;;) {
      const database = current();
      if (database === null) return;
      if (!pulse.busy(() => database.removeLeftovers())) return;
      await setTimeout(PAUSE_MS);
    }
  } catch (error) {
    const message = `What an import has left could not be removed: ${String(error)}`;
    post({ type: "stray", message });
  }
}
