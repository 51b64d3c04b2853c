/**
 * The commits that an open transaction may still conflict with, oldest first. A
 * transaction that began before the oldest of them is treated as conflicting.
 */
import type { Commit, ReadSet, Timestamp, WriteSet } from "./contract.ts";

const MAX_COMMITS = 50_000;
/**
 * More open transactions than this point to a leak. The oldest is then treated
 * as ended.
 */
const MAX_OPEN = 20_000;

export class RecentCommits {
  readonly #commits: Commit[] = [];
  readonly #open = new Map<object, Timestamp>();
  /** Commits up to this timestamp may have been dropped. */
  #forgottenTo: Timestamp;

  constructor(lastTs: Timestamp) {
    this.#forgottenTo = lastTs;
  }

  get openCount(): number {
    return this.#open.size;
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

  /**
   * Drops commits that no open transaction needs. Transactions begin in order,
   * so the first open one is the oldest.
   */
  #prune(): void {
    const oldest = this.#open.values().next().value;
    if (oldest === undefined) {
      this.#drop(this.#commits.length);
      return;
    }
    let count = 0;
    while ((this.#commits[count]?.ts ?? oldest + 1n) <= oldest) count += 1;
    // Splicing from the front shifts every later commit, so drop them in batches.
    if (count > 64 || count === this.#commits.length) this.#drop(count);
  }

  #drop(count: number): void {
    const last = this.#commits[count - 1];
    if (last === undefined) return;
    this.#forgottenTo = last.ts;
    this.#commits.splice(0, count);
  }
}

/** Returns all keys that any of the commits has written. */
export function unionOf(commits: readonly Commit[]): WriteSet {
  const union = new Map<number, Set<string>>();
  for (const { writes } of commits) {
    for (const [indexId, keys] of writes) {
      const all = union.get(indexId) ?? new Set();
      for (const key of keys) all.add(key);
      union.set(indexId, all);
    }
  }
  return union;
}
