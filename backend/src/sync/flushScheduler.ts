import type { LiveQueries } from "./liveQueries.ts";
import { TransitionCache } from "./transitionCache.ts";

/** The part of a session that the scheduler uses. */
export interface Flushable {
  /**
   * Only the scheduler sets this: true while a flush is queued. False at first.
   */
  isQueued: boolean;
  /**
   * True while the session owes a Transition at a timestamp not published yet.
   */
  readonly awaitsTs: boolean;
  /** Sends the session's changes, if there are any. */
  flush(transitions: TransitionCache): void;
  /** Called with the error that `flush` has thrown. */
  flushFailed(error: unknown): void;
}

/**
 * The longest part of a broadcast before other events on the thread get a turn.
 * Votes that arrive during a broadcast reach the executor, which is idle then,
 * after at most this long. A turn that nobody needs costs a few microseconds.
 */
const SLICE_MS = 0.25;
const SESSIONS_BETWEEN_LOOKS = 16;

/**
 * Decides when sessions send Transitions. Sessions are flushed in the order of
 * their requests, and each sends the state that is newest when its turn comes.
 * A session waits for one round at most and sends one Transition, however many
 * publications came in meanwhile. The server handles incoming messages between
 * slices of a round.
 */
export class FlushScheduler {
  /**
   * Sessions in the order of their turns. Each session stores itself whether it
   * is queued: with a Set, queueing thousands took as long as finding out what
   * to send them. A session whose flag is cleared is skipped.
   */
  #round: Flushable[] = [];
  /** Position in `#round` of the next session. */
  #at = 0;
  /** Sessions whose turn comes after this round. */
  #next: Flushable[] = [];
  readonly #awaitingTs = new Set<Flushable>();
  /**
   * Frames encoded since the latest publication; older ones are out of date.
   */
  #transitions = new TransitionCache();
  #isScheduled = false;

  constructor(liveQueries: Pick<LiveQueries, "onPublished">) {
    liveQueries.onPublished(() => {
      this.#transitions = new TransitionCache();
      for (const session of this.#awaitingTs) this.request(session);
    });
  }

  /**
   * Queues a flush of `session`. A session that is queued already keeps its
   * place.
   */
  request(session: Flushable): void {
    if (session.isQueued) return;
    session.isQueued = true;
    this.#next.push(session);
    this.#schedule();
  }

  /** Flushes `session` after each publication until it no longer `awaitsTs`. */
  requestAfterPublication(session: Flushable): void {
    this.#awaitingTs.add(session);
  }

  forget(session: Flushable): void {
    session.isQueued = false;
    this.#awaitingTs.delete(session);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#runSlice();
    });
  }

  #runSlice(): void {
    const endsAtMs = performance.now() + SLICE_MS;
    let flushed = 0;
    for (let session = this.#take(); session; session = this.#take()) {
      this.#flush(session);
      if (!session.awaitsTs) this.#awaitingTs.delete(session);
      flushed += 1;
      const isTimeToLook = flushed % SESSIONS_BETWEEN_LOOKS === 0;
      if (isTimeToLook && performance.now() >= endsAtMs) {
        this.#schedule();
        return;
      }
    }
  }

  /**
   * Flushes a session. If that fails, the other sessions still get their turns.
   */
  #flush(session: Flushable): void {
    try {
      session.flush(this.#transitions);
    } catch (error) {
      session.flushFailed(error);
    }
  }

  /** Returns the session whose turn it is, or null if nothing is queued. */
  #take(): Flushable | null {
    for (;;) {
      if (this.#at === this.#round.length) this.#beginRound();
      const session = this.#round[this.#at];
      if (session === undefined) return null;
      this.#at += 1;
      if (!session.isQueued) continue;
      session.isQueued = false;
      return session;
    }
  }

  #beginRound(): void {
    this.#round = this.#next;
    this.#next = [];
    this.#at = 0;
  }
}
