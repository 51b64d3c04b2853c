import type { LiveQueries } from "./liveQueries.ts";
import { encodeTextFrame } from "./textFrame.ts";

/** What of a session the scheduler needs. */
export interface Flushable {
  readonly awaitsTs: boolean;
  flush(frames: FrameCache): void;
}

/** Frames of one pass: sessions that are told the same share one buffer. */
export class FrameCache {
  readonly #frames = new Map<string, Buffer>();
  encodedCount = 0;

  frame(key: string, encode: () => string): Buffer {
    const existing = this.#frames.get(key);
    if (existing !== undefined) return existing;
    this.encodedCount += 1;
    const frame = encodeTextFrame(encode());
    this.#frames.set(key, frame);
    return frame;
  }
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
    const frames = new FrameCache();
    for (const session of sessions) {
      session.flush(frames);
      if (!session.awaitsTs) this.#awaitingTs.delete(session);
    }
  }
}
