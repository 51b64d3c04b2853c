import type { LiveQueries } from "./liveQueries.ts";
import { TransitionCache } from "./transitionCache.ts";

/** What of a session the scheduler needs. */
export interface Flushable {
  readonly awaitsTs: boolean;
  flush(transitions: TransitionCache): void;
}

/** A broadcast gives the thread back this often: requests wait no longer for it. */
const SLICE_MS = 1;
const SESSIONS_BETWEEN_LOOKS = 16;

/**
 * Decides when sessions send Transitions: in the order in which they were
 * requested, each with the newest state of the moment its turn comes. A session
 * waits at most one round, and is told once however much was published meanwhile.
 * Between slices of a round, messages that have arrived are taken in.
 */
export class FlushScheduler {
  /** In order of their turns: a set keeps the place of what it already has. */
  readonly #requested = new Set<Flushable>();
  readonly #awaitingTs = new Set<Flushable>();
  /** Of one publication: what a newer one changes cannot be shared with it. */
  #transitions = new TransitionCache();
  #isScheduled = false;

  constructor(liveQueries: Pick<LiveQueries, "onPublished">) {
    liveQueries.onPublished(() => {
      this.#transitions = new TransitionCache();
      for (const session of this.#awaitingTs) this.request(session);
    });
  }

  request(session: Flushable): void {
    this.#requested.add(session);
    this.#schedule();
  }

  /** The session needs a Transition at a timestamp not published yet. */
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
