import { closeCodes, type Connection } from "./connection.ts";
import type { Flushable, FlushScheduler } from "./flushScheduler.ts";
import type { LiveQueries } from "./liveQueries.ts";
import type { StateVersion } from "./protocol.ts";
import type { QuerySet } from "./querySet.ts";
import type { SessionLimits } from "./sessionLimits.ts";
import { maxTs } from "./stateVersion.ts";
import { encodeTextFrame } from "./textFrame.ts";
import type { Transition, TransitionCache } from "./transitionCache.ts";

interface OutboxServices {
  readonly liveQueries: Pick<LiveQueries, "ts">;
  readonly flushScheduler: FlushScheduler;
  readonly limits: SessionLimits;
}

/**
 * Sends messages to the client of one session, and knows the version that the
 * client has reached. `FlushScheduler` decides when to send Transitions.
 */
export class SessionOutbox {
  readonly #services: OutboxServices;
  readonly #connection: Connection;
  readonly #queries: QuerySet;
  readonly #session: Flushable;
  #sent: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  /** Latest timestamp the client saw before it reconnected. */
  #observedTs = 0n;
  /**
   * No Transition is sent until this timestamp is published. It is the latest
   * timestamp of any answer that any client had when this client changed its
   * query set, so the first results include everything answered by then.
   */
  #notBeforeTs = 0n;
  /**
   * Once this timestamp is reached, a Transition must be sent even if it is
   * empty.
   */
  #dueTs: bigint | null = null;
  #isClosed = false;
  #awaitsDrain = false;

  /**
   * `session` is the object that the scheduler flushes; its `flush` calls the
   * one here.
   */
  constructor(
    services: OutboxServices,
    connection: Connection,
    queries: QuerySet,
    session: Flushable,
  ) {
    this.#services = services;
    this.#connection = connection;
    this.#queries = queries;
    this.#session = session;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** From now on, sends nothing. */
  close(): void {
    this.#isClosed = true;
  }

  /** Call with the latest timestamp the client saw before it reconnected. */
  observed(ts: bigint): void {
    this.#observedTs = ts;
  }

  /** Sends no Transition until this timestamp is published. */
  holdUntil(ts: bigint): void {
    this.#notBeforeTs = ts;
  }

  /** Makes sure that a Transition to this timestamp or a later one follows. */
  promise(ts: bigint): void {
    const { liveQueries, flushScheduler } = this.#services;
    this.#dueTs = maxTs(this.#dueTs ?? 0n, ts);
    if (liveQueries.ts >= this.#dueTs) this.requestFlush();
    else flushScheduler.requestAfterPublication(this.#session);
  }

  /** Call when the client has read everything that was sent. */
  drained(): void {
    if (!this.#awaitsDrain) return;
    this.#awaitsDrain = false;
    this.requestFlush();
  }

  /**
   * Sends all changes as one Transition to the latest timestamp, if there are
   * any.
   */
  flush(transitions: TransitionCache): void {
    if (this.#isClosed) return;
    if (
      this.#connection.bufferedBytes > this.#services.limits.softBufferBytes
    ) {
      this.#awaitsDrain = true;
      return;
    }
    const { liveQueries, flushScheduler } = this.#services;
    if (liveQueries.ts < this.#notBeforeTs) {
      flushScheduler.requestAfterPublication(this.#session);
      return;
    }
    const start = this.#sent;
    const ts = maxTs(liveQueries.ts, maxTs(start.ts, this.#observedTs));
    const repeated = transitions.latestFrom(start);
    if (
      repeated?.end.ts === ts &&
      this.#queries.markSentIfSame(repeated.results, repeated.end)
    ) {
      this.#reach(repeated);
    } else this.#flushPlan(transitions, start, ts);
  }

  #flushPlan(transitions: TransitionCache, start: StateVersion, ts: bigint) {
    const { maxResultBytes } = this.#services.limits;
    const plan = this.#queries.plan(start, maxResultBytes);
    if (plan === null) return;
    const { querySet, identity, key } = plan;
    const isDue = this.#dueTs !== null && ts >= this.#dueTs;
    // At the first Transition, a client that has reconnected forgets what it
    // shows. So a new identity alone is not sent before the query set, which
    // every client sends.
    const isOtherVersion =
      querySet !== start.querySet ||
      (identity !== start.identity && querySet > 0);
    if (!isDue && !isOtherVersion && key === "") return;
    const end = { querySet, identity, ts };
    const transition = transitions.encode(start, end, plan);
    plan.commit();
    this.#reach(transition);
  }

  #reach({ end, frame }: Transition): void {
    this.#sendFrame(frame);
    this.#sent = end;
    if (this.#dueTs !== null && end.ts >= this.#dueTs) this.#dueTs = null;
  }

  /** True while the client waits for a timestamp that is not published yet. */
  get awaitsTs(): boolean {
    return (
      this.#dueTs !== null || this.#services.liveQueries.ts < this.#notBeforeTs
    );
  }

  requestFlush(): void {
    this.#services.flushScheduler.request(this.#session);
  }

  send(text: string): void {
    this.#sendFrame(encodeTextFrame(text));
  }

  #sendFrame(frame: Buffer): void {
    if (this.#isClosed) return;
    this.#connection.send(frame);
    if (
      this.#connection.bufferedBytes > this.#services.limits.hardBufferBytes
    ) {
      this.#connection.close(closeCodes.tryAgainLater, "SlowReader");
    }
  }
}
