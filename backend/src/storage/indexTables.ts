import type Sqlite from "better-sqlite3";
import { Statement } from "./sqlite.ts";

/**
 * One SQL table per search or vector index, named `<prefix>_<index id>`.
 * Prepares the statements for an index when they are first needed.
 */
export class IndexTables<Statements> {
  readonly #sqlite: Sqlite.Database;
  readonly #prefix: string;
  readonly #prepare: (sqlite: Sqlite.Database, name: string) => Statements;
  readonly #prepared = new Map<number, Statements>();

  constructor(
    sqlite: Sqlite.Database,
    prefix: string,
    prepare: (sqlite: Sqlite.Database, name: string) => Statements,
  ) {
    this.#sqlite = sqlite;
    this.#prefix = prefix;
    this.#prepare = prepare;
  }

  nameOf(indexId: number): string {
    return `${this.#prefix}_${indexId}`;
  }

  of(indexId: number): Statements {
    let statements = this.#prepared.get(indexId);
    if (statements === undefined) {
      statements = this.#prepare(this.#sqlite, this.nameOf(indexId));
      this.#prepared.set(indexId, statements);
    }
    return statements;
  }

  /** Runs one statement that is not worth preparing, such as CREATE TABLE. */
  run(sql: string): void {
    new Statement(this.#sqlite, sql).run();
  }

  drop(indexId: number): void {
    this.#prepared.delete(indexId);
    this.run(`DROP TABLE ${this.nameOf(indexId)}`);
  }
}
