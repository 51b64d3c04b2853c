import type { LiveQueries } from "./liveQueries.ts";
import { TransitionCache } from "./transitionCache.ts";

/** What of a session the scheduler needs. */
export interface Flushable {
  readonly awaitsTs: boolean;
  flush(transitions: TransitionCache): void;
}

/**
 * Decides when sessions send Transitions: together, once everything that has
 * already arrived from the executor is taken in. While one pass writes to many
 * sockets, publications queue up, and the next pass tells only the newest state.
 */
export class FlushScheduler {
  readonly #requested = new Set<Flushable>();
  readonly #awaitingTs = new Set<Flushable>();
  #isScheduled = false;

  constructor(liveQueries: Pick<LiveQueries, "onPublished">) {
    liveQueries.onPublished(() => this.#requestAwaiting());
  }

  request(session: Flushable): void {
    this.#requested.add(session);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#run());
  }

  /** The session needs a Transition at a timestamp not published yet. */
  requestAfterPublication(session: Flushable): void {
    this.#awaitingTs.add(session);
  }

  forget(session: Flushable): void {
    this.#requested.delete(session);
    this.#awaitingTs.delete(session);
  }

  #requestAwaiting(): void {
    for (const session of this.#awaitingTs) this.request(session);
  }

  #run(): void {
    this.#isScheduled = false;
    const sessions = [...this.#requested];
    this.#requested.clear();
    const transitions = new TransitionCache();
    for (const session of sessions) {
      session.flush(transitions);
      if (!session.awaitsTs) this.#awaitingTs.delete(session);
    }
  }
}
