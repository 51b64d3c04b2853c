/** Reads a database file with plain SQLite, independently of the product. */
import Sqlite from "better-sqlite3";
import { openDatabase } from "../../src/database/openDatabase.ts";

/** Lets the product open and recover the file first, as after a crash. */
export function recoveredCommits(path: string): string[] {
  openDatabase({ path }).close();
  return soundCommits(path);
}

/**
 * Returns the answered requests in commit order, each as `<ts> <session>
 * <request>`.
 *
 * @throws Error if the file is corrupt, or effects are missing or duplicated.
 */
export function soundCommits(path: string): string[] {
  const sqlite = new Sqlite(path);
  try {
    const sound = sqlite.pragma("integrity_check", { simple: true });
    if (sound !== "ok") throw new Error(`integrity_check: ${String(sound)}`);
    const commits = sqlite
      .prepare(
        `SELECT ts || ' ' || session_id || ' ' || request_id
         FROM session_requests ORDER BY length(ts), ts`,
      )
      .pluck()
      .all() as string[]; // one string per row
    requireEffects(sqlite);
    return commits;
  } finally {
    sqlite.close();
  }
}

/**
 * Requires that each beat counts its votes, that index entries point to
 * existing rows, and that each answered vote is stored.
 */
function requireEffects(sqlite: Sqlite.Database): void {
  const one = (sql: string) => Number(sqlite.prepare(sql).pluck().get());
  const votes = one(
    `SELECT count(*) FROM documents WHERE json ->> 'beat' IS NOT NULL`,
  );
  const counted = one(
    `SELECT coalesce(sum(json ->> 'votes'), 0) FROM documents
     WHERE json ->> 'votes' IS NOT NULL`,
  );
  const answered = one(
    `SELECT count(*) FROM session_requests WHERE result GLOB '[0-9]*'`,
  );
  const dangling = one(
    `SELECT count(*) FROM index_entries
     WHERE row NOT IN (SELECT row FROM documents)`,
  );
  if (votes !== counted || votes !== answered || dangling > 0) {
    throw new Error(
      `${votes} votes, ${counted} counted, ${answered} answered, ${dangling} dangling`,
    );
  }
}

export interface NamedFile {
  readonly storageId: string;
  readonly uuid: string;
  readonly sha256Hex: string;
}

/** Returns the stored files that have a row. */
export function namedFiles(path: string): NamedFile[] {
  const sqlite = new Sqlite(path, { readonly: true });
  try {
    const texts = sqlite
      .prepare(
        `SELECT json FROM documents
         WHERE json ->> 'sha256Hex' IS NOT NULL AND json ->> 'uuid' IS NOT NULL`,
      )
      .pluck()
      .all() as string[]; // one string per row
    return texts.map((text) => JSON.parse(text) as NamedFile);
  } finally {
    sqlite.close();
  }
}
