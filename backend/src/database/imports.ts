/**
 * Importing many documents at once: the plan, the copying, and that readers see
 * nothing half done.
 */
import type { ConvexJsonObject } from "../values/convexJson.ts";
import type { ComponentPath } from "./commits.ts";

/** One table of an import. `mode` says what happens to existing documents. */
export interface ImportTable {
  readonly component: ComponentPath;
  readonly table: string;
  /**
   * The table number within the imported ids, or null if no document has an id.
   */
  readonly idNumber: number | null;
  /**
   * `requireEmpty` rejects a table that has documents; `append` keeps them;
   * `replace` removes them.
   */
  readonly mode: "requireEmpty" | "append" | "replace";
}

export interface ImportPlan {
  readonly tables: readonly ImportTable[];
  /**
   * In these components, tables missing from the import are emptied, or removed
   * if no schema names them.
   */
  readonly clearedComponents: readonly ComponentPath[];
}

export interface ImportedDocument {
  /** Null creates a new id. */
  readonly id: string | null;
  /** Milliseconds since the epoch, or null for the time of the import. */
  readonly creationTime: number | null;
  readonly value: ConvexJsonObject;
  /** Line number in the imported file, for messages. */
  readonly line: number;
}

/**
 * A finished import. Its documents are stored, but hidden. Pass it to the next
 * `openDatabase`, which makes all of it visible or none.
 */
export interface PreparedImport {
  readonly tables: readonly (Omit<ImportTable, "idNumber"> & {
    readonly number: number;
    readonly idNumber: number;
  })[];
  readonly dropped: readonly { component: ComponentPath; table: string }[];
  /**
   * Tables that must give up their number to an imported table. They must be
   * empty.
   */
  readonly renumbered: readonly {
    component: ComponentPath;
    table: string;
    idNumber: number;
  }[];
}

/**
 * An import in progress, invisible to everyone else. It ends when its
 * `Database` closes. If the next opening does not adopt it, its documents are
 * removed.
 */
export interface BulkImport {
  readonly prepared: PreparedImport;
  /**
   * Number of documents that the import will remove, for each table that loses any.
   */
  readonly losses: readonly {
    component: ComponentPath;
    table: string;
    documents: number;
  }[];
  /**
   * Stores documents; they are durable on return. `table` is an index into the
   * plan's tables.
   * @throws DatabaseError naming the line of the refused document. The call has
   *   then stored nothing.
   */
  add(table: number, documents: readonly ImportedDocument[]): void;
  /** Gives up the import. `removeLeftovers` then deletes its documents. */
  abandon(): void;
}
