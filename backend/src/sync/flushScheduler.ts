import type { LiveQueries } from "./liveQueries.ts";
import { TransitionCache } from "./transitionCache.ts";

/** The part of a session that the scheduler uses. */
export interface Flushable {
  /**
   * True while the session owes a Transition at a timestamp not published yet.
   */
  readonly awaitsTs: boolean;
  /** Sends what is new, if anything is. */
  flush(transitions: TransitionCache): void;
}

/**
 * Longest stretch of a broadcast before other events on the thread get a turn.
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
   * Insertion order is the order of turns; requesting again keeps a session's
   * place.
   */
  readonly #requested = new Set<Flushable>();
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

  /** Queues a flush of `session`; has no effect if one is queued already. */
  request(session: Flushable): void {
    this.#requested.add(session);
    this.#schedule();
  }

  /** Flushes `session` after each publication until it no longer `awaitsTs`. */
  requestAfterPublication(session: Flushable): void {
    this.#awaitingTs.add(session);
  }

  forget(session: Flushable): void {
    this.#requested.delete(session);
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
    for (const session of this.#requested) {
      this.#requested.delete(session);
      session.flush(this.#transitions);
      if (!session.awaitsTs) this.#awaitingTs.delete(session);
      flushed += 1;
      const isTimeToLook = flushed % SESSIONS_BETWEEN_LOOKS === 0;
      if (isTimeToLook && performance.now() >= endsAtMs) break;
    }
    if (this.#requested.size > 0) this.#schedule();
  }
}
