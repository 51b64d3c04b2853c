/**
 * Subscribed queries: their results, their dependencies and the publications. A
 * commit marks the queries it affects as dirty. A publication is made when no
 * known query is dirty right after a flush, because then all of them are valid
 * at the latest durable timestamp.
 */
import { setImmediate } from "node:timers";
import type {
  Commit,
  Database,
  Timestamp,
} from "../../../database/contract.ts";
import { TurnSlices } from "../../../queues/turnSlices.ts";
import type { LiveId } from "../../contract/runtime.ts";
import type {
  LiveUpdate,
  Subscription,
} from "../../messages/executorMessages.ts";
import type { GroupCommit } from "./groupCommit.ts";
import { mustHoldCommits } from "./holdingCommits.ts";
import { ReadSetIndex } from "./readSetIndex.ts";
import type { Completed } from "./transactionRunner.ts";

const LANES = 8;
/** Queries that are new run for this long before the next publication. */
const FRESH_SLICE = { ms: 20, bytes: 8 << 20 };
/** After this long, calls that have arrived go first. */
const SLICE_MS = 4;

export class LiveQuery {
  readonly subscription: Subscription;
  /**
   * The journal of the last published result. Unpublished runs do not change it,
   * because the end of a page that nobody has seen may still move.
   */
  journal: string | null;
  fingerprint: string | null;
  /** Its result was valid at this timestamp. */
  validAt: Timestamp = 0n;
  /** Timestamp of the latest commit that affected it. */
  dirtyAt: Timestamp = 0n;
  /** Update that has not been published yet. */
  update: LiveUpdate | null = null;

  constructor(subscription: Subscription) {
    this.subscription = subscription;
    this.journal = subscription.journal;
    this.fingerprint = subscription.fingerprint;
  }
}

interface Collaborators {
  readonly database: Database;
  readonly groupCommit: GroupCommit;
  /** Runs the query, builds its update and returns what it depends on. */
  execute(
    live: LiveQuery,
  ): Promise<{ completed: Completed; update: LiveUpdate }>;
  readonly holdCommits: () => () => void;
  readonly publish: (ts: Timestamp, updates: readonly LiveUpdate[]) => void;
  /** Called when answers and results have left. */
  readonly onRest: () => void;
  readonly onBug: (error: unknown) => void;
}

export class QueryRuns {
  readonly #with: Collaborators;
  readonly #live = new Map<LiveId, LiveQuery>();
  /**
   * Queries that have no result yet. A publication does not wait for them, so
   * that nobody waits for all that one caller subscribes to.
   */
  readonly #fresh = new TurnSlices<LiveQuery>(
    FRESH_SLICE,
    ({ subscription }) => subscription.turnGroup,
    (live) => this.#runFresh(live),
  );
  readonly #dirty = new Set<LiveQuery>();
  /** Queries with an update that is not published yet. */
  readonly #updated = new Set<LiveQuery>();
  readonly #dependencies = new ReadSetIndex<LiveQuery>();
  /**
   * Starts below any timestamp: the executor before this one may not have
   * published all its commits.
   */
  #publishedTs: Timestamp = -1n;
  #isLooping = false;
  #isStopped = false;

  constructor(collaborators: Collaborators) {
    this.#with = collaborators;
  }

  /** `known` are the subscriptions of the executor before this one. */
  start(known: readonly Subscription[]): void {
    for (const subscription of known) this.subscribe(subscription);
    this.#wake();
  }

  /** Starts no more queries and publishes nothing more. */
  stop(): void {
    this.#isStopped = true;
  }

  subscribe(subscription: Subscription): void {
    this.unsubscribe(subscription.liveId);
    const live = new LiveQuery(subscription);
    this.#live.set(subscription.liveId, live);
    // A client that has a result may not see a later state without a newer one.
    if (subscription.fingerprint === null) this.#fresh.add(live);
    else this.#dirty.add(live);
    this.#wake();
  }

  unsubscribe(liveId: LiveId): void {
    const live = this.#live.get(liveId);
    if (!live) return;
    this.#live.delete(liveId);
    this.#fresh.remove(live);
    this.#dirty.delete(live);
    this.#updated.delete(live);
    this.#dependencies.remove(live);
  }

  /**
   * Marks queries as dirty. Must be called synchronously after a flush, before
   * anything that waits for the flush continues: otherwise a publication could
   * miss a change.
   */
  onDurable(commits: readonly Commit[]): void {
    for (const { ts, writes } of commits) {
      for (const live of this.#dependencies.affectedBy(writes)) {
        // A query that ran between the commit and its flush has seen it.
        if (ts > live.validAt) this.#markDirty(live, ts);
      }
    }
    this.#wake();
  }

  /** The disk was full: queries that saw these commits saw what was never stored. */
  onLost(commits: readonly Commit[]): void {
    const { lastTs } = this.#with.database;
    for (const { writes } of commits) {
      for (const live of this.#dependencies.affectedBy(writes)) {
        this.#markDirty(live, lastTs);
      }
    }
    this.#wake();
  }

  #markDirty(live: LiveQuery, ts: Timestamp): void {
    live.dirtyAt = ts;
    this.#dirty.add(live);
  }

  #wake(): void {
    if (this.#isLooping) return;
    this.#isLooping = true;
    setImmediate(() => {
      this.#loop().catch(this.#with.onBug);
    });
  }

  async #loop(): Promise<void> {
    while (!this.#isStopped && this.#hasWork()) {
      await this.#fresh.runSlice();
      await this.#settle();
      // Lets the answers of the next batch leave before its publication.
      await immediate();
      if (!this.#isStopped) this.#with.onRest();
    }
    this.#isLooping = false;
  }

  #hasWork(): boolean {
    return (
      this.#fresh.size > 0 ||
      this.#dirty.size > 0 ||
      this.#with.database.lastTs > this.#publishedTs
    );
  }

  /** Publishes when everything is durable and no known query is dirty. */
  async #settle(): Promise<void> {
    const { database, groupCommit } = this.#with;
    const beganAt = performance.now();
    let release: (() => void) | null = null;
    let lastMs = 0;
    for (let count = 0; ; count++) {
      const startedAt = performance.now();
      const tookMs = startedAt - beganAt;
      if (release === null && mustHoldCommits({ count, tookMs, lastMs })) {
        release = this.#with.holdCommits();
      }
      await this.#runDirty();
      lastMs = performance.now() - startedAt;
      await groupCommit.durable().catch(() => undefined);
      const isSettled = this.#dirty.size === 0 && !database.hasUnflushed;
      if (isSettled || this.#isStopped) {
        // At once, because something may be applied while a promise resolves.
        this.#publish();
        release?.();
        return;
      }
      // A query may block the thread, so the answers of the batch leave first.
      await immediate();
    }
  }

  #publish(): void {
    if (this.#isStopped) return;
    const { database, publish } = this.#with;
    const updates: LiveUpdate[] = [];
    for (const live of this.#updated) {
      if (live.update === null) continue;
      updates.push(live.update);
      live.fingerprint = live.update.fingerprint;
      live.journal = live.update.journal;
      live.update = null;
    }
    this.#updated.clear();
    const { lastTs } = database;
    if (updates.length === 0 && lastTs === this.#publishedTs) return;
    this.#publishedTs = lastTs;
    publish(lastTs, updates);
  }

  async #runDirty(): Promise<void> {
    const queue = [...this.#dirty];
    this.#dirty.clear();
    let sliceEnd = performance.now() + SLICE_MS;
    const lane = async () => {
      for (let live = queue.pop(); live; live = queue.pop()) {
        await this.#run(live);
        if (performance.now() < sliceEnd) continue;
        await immediate();
        sliceEnd = performance.now() + SLICE_MS;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  /** Returns the size of the result. */
  async #runFresh(live: LiveQuery): Promise<number> {
    await this.#run(live);
    const { result } = live.update ?? {};
    return result?.ok === true ? result.valueJson.length : 0;
  }

  async #run(live: LiveQuery): Promise<void> {
    const { liveId } = live.subscription;
    if (this.#isStopped || this.#live.get(liveId) !== live) return;
    const { completed, update } = await this.#with.execute(live);
    if (this.#live.get(liveId) !== live) return;
    this.#dependencies.set(live, completed.transaction.readSet);
    live.validAt = completed.validAt;
    if (live.dirtyAt <= live.validAt) this.#dirty.delete(live);
    if (live.fingerprint === update.fingerprint) {
      live.update = null;
      this.#updated.delete(live);
    } else {
      live.update = update;
      this.#updated.add(live);
    }
  }
}

function immediate(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
