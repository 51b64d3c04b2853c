/**
 * The commits that an open transaction may still conflict with, oldest first.
 * A transaction that begins before what is kept counts as in conflict.
 */
import type { Commit, ReadSet, Timestamp } from "./contract.ts";

const MAX_COMMITS = 50_000;
/** More than this at a time is a leak: the oldest are taken as ended. */
const MAX_OPEN = 20_000;

export class RecentCommits {
  readonly #commits: Commit[] = [];
  readonly #open = new Map<object, Timestamp>();
  /** Commits up to this timestamp may be gone. */
  #forgottenTo: Timestamp;

  constructor(lastTs: Timestamp) {
    this.#forgottenTo = lastTs;
  }

  open(transaction: object, beginTs: Timestamp): void {
    this.#open.set(transaction, beginTs);
    if (this.#open.size <= MAX_OPEN) return;
    const oldest = this.#open.keys().next().value;
    if (oldest !== undefined) this.close(oldest);
  }

  close(transaction: object): void {
    const beginTs = this.#open.get(transaction);
    if (beginTs === undefined) return;
    this.#open.delete(transaction);
    this.#prune();
  }

  add(commit: Commit): void {
    if (this.#open.size === 0) {
      this.#forgottenTo = commit.ts;
      this.#commits.length = 0;
      return;
    }
    this.#commits.push(commit);
    if (this.#commits.length > 2 * MAX_COMMITS) this.#drop(MAX_COMMITS);
  }

  conflicts(readSet: ReadSet, beginTs: Timestamp): boolean {
    if (beginTs < this.#forgottenTo) return true;
    for (let i = this.#commits.length - 1; i >= 0; i--) {
      const commit = this.#commits[i];
      if (commit === undefined || commit.ts <= beginTs) return false;
      if (readSet.intersects(commit.writes)) return true;
    }
    return false;
  }

  /** Transactions begin in order, so the first that is open is the oldest. */
  #prune(): void {
    const oldest = this.#open.values().next().value;
    if (oldest === undefined) {
      this.#drop(this.#commits.length);
      return;
    }
    let count = 0;
    while ((this.#commits[count]?.ts ?? oldest + 1n) <= oldest) count += 1;
    // Moving what is left costs as much as there is: only now and then.
    if (count > 64 || count === this.#commits.length) this.#drop(count);
  }

  #drop(count: number): void {
    const last = this.#commits[count - 1];
    if (last === undefined) return;
    this.#forgottenTo = last.ts;
    this.#commits.splice(0, count);
  }
}
