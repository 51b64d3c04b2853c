/**
 * Everything that clients did and saw in one run, in the order in which they
 * noticed it.
 */

export interface Vote {
  readonly beat: string;
  readonly key: string;
  readonly invokedAt: number;
  /**
   * Null while no answer has arrived; the vote may or may not have been stored.
   */
  answer: { readonly ts: bigint; readonly position: number } | null;
  refusal: string | null;
}

/** The results of a client's two queries after one transition. */
export interface Snapshot {
  readonly client: string;
  readonly beat: string;
  readonly seenAt: number;
  readonly ts: bigint;
  /**
   * Time of the newest vote on the beat that any client knew of when this one
   * subscribed. The snapshot must not be older.
   */
  readonly atLeastTs: bigint;
  readonly tally: number;
  readonly keys: readonly string[];
}

export interface BeatState {
  readonly tally: number;
  readonly keys: readonly string[];
}

export class History {
  readonly votes = new Map<string, Vote>();
  readonly snapshots: Snapshot[] = [];
  /** State of each beat, read with fresh queries once the faults are over. */
  readonly final = new Map<string, BeatState>();
  /** Last snapshot of each live client once the faults are over. */
  readonly settled = new Map<string, Snapshot>();
  /** Number of sides that are on in each pair. */
  readonly pairs = new Map<string, number>();
  /** Problems of the load itself, such as waits that timed out. */
  readonly stalls: string[] = [];
  readonly #newest = new Map<string, bigint>();
  #acknowledgedCount = 0;
  #now = 0;

  tick(): number {
    this.#now += 1;
    return this.#now;
  }

  invoke(beat: string, key: string): Vote {
    const invokedAt = this.tick();
    const vote: Vote = { beat, key, invokedAt, answer: null, refusal: null };
    this.votes.set(key, vote);
    return vote;
  }

  acknowledge(vote: Vote, answer: { ts: bigint; position: number }): void {
    vote.answer = answer;
    this.#acknowledgedCount += 1;
    if (answer.ts > this.newestOf(vote.beat)) {
      this.#newest.set(vote.beat, answer.ts);
    }
  }

  /** Returns the time of the newest acknowledged vote. */
  newestOf(beat: string): bigint {
    return this.#newest.get(beat) ?? 0n;
  }

  get acknowledgedCount(): number {
    return this.#acknowledgedCount;
  }
}
