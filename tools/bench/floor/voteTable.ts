/**
 * Stores votes in SQLite, written by hand: one row per vote, two indexes and
 * one counter.
 */
import Database from "better-sqlite3";
import { join } from "node:path";

export interface VoteTable {
  /**
   * Stores the votes in one durable transaction and returns the count after
   * each.
   */
  commit(users: readonly string[]): number[];
  readCount(): number;
  lastVotes(): unknown[];
}

export function openVotes(dir: string, { isRanked = false } = {}): VoteTable {
  const db = new Database(join(dir, "votes.db"));
  db.pragma("journal_mode = WAL");
  // better-sqlite3 lowers this to NORMAL in WAL mode, but an acknowledged vote
  // must be on disk.
  db.pragma("synchronous = FULL");
  db.exec(`
    create table beat (id integer primary key, title text, votes integer);
    create table vote (id integer primary key, beat integer, user text, at integer);
    create unique index vote_by_user on vote (beat, user);
    create index vote_by_time on vote (beat, at);
    insert into beat values (1, 'Night Shift', 0);
  `);
  if (isRanked) db.exec("create index beat_by_votes on beat (votes);");
  const insert = db.prepare(
    "insert into vote (beat, user, at) values (1, ?, ?)",
  );
  const update = db
    .prepare("update beat set votes = votes + 1 where id = 1 returning votes")
    .pluck();
  const read = db.prepare("select votes from beat where id = 1").pluck();
  const last = db.prepare(
    "select user, at from vote where beat = 1 order by at desc limit 3",
  );
  const commit = db.transaction((users: readonly string[]) =>
    users.map((user) => {
      insert.run(user, Date.now());
      return Number(update.get());
    }),
  );
  return {
    commit: (users) => commit.immediate(users),
    readCount: () => Number(read.get()),
    lastVotes: () => last.all(),
  };
}
