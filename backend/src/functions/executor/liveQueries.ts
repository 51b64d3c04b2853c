/**
 * Subscribed queries: their results, what they depend on, and the publications.
 * A commit marks the queries it affects as dirty; a publication is made when,
 * right after a flush, no known query is dirty: then all of them are valid at the
 * latest durable timestamp.
 */
import { setImmediate } from "node:timers";
import type { Commit, Database, Timestamp } from "../../database/contract.ts";
import type { LiveId } from "../contract.ts";
import type { LiveUpdate, Subscription } from "./executorMessages.ts";
import type { GroupCommit } from "./groupCommit.ts";
import { ReadSetIndex } from "./readSetIndex.ts";
import type { Completed } from "./transactionRunner.ts";

const LANES = 8;
const SLICE_MS = 10;
/** Afterwards commits wait, so that a publication comes out under any load. */
const ROUNDS_BESIDE_COMMITS = 3;

export class LiveQuery {
  readonly subscription: Subscription;
  journal: string | null;
  fingerprint: string | null;
  validAt: Timestamp = 0n;
  dirtyAt: Timestamp = 0n;
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
  /** Runs the query, makes its update, and tells what it depends on. */
  execute(
    live: LiveQuery,
  ): Promise<{ completed: Completed; update: LiveUpdate }>;
  readonly holdCommits: () => () => void;
  readonly publish: (ts: Timestamp, updates: readonly LiveUpdate[]) => void;
  readonly onBug: (error: unknown) => void;
}

export class LiveQueries {
  readonly #with: Collaborators;
  readonly #live = new Map<LiveId, LiveQuery>();
  /** Subscribed since the last publication began; they do not hold it up. */
  readonly #fresh = new Set<LiveQuery>();
  readonly #dirty = new Set<LiveQuery>();
  /** With an update that is not published yet. */
  readonly #updated = new Set<LiveQuery>();
  readonly #dependencies = new ReadSetIndex<LiveQuery>();
  /** An executor before this one may not have published all it committed. */
  #publishedTs: Timestamp = -1n;
  #isLooping = false;
  #isStopped = false;

  constructor(collaborators: Collaborators) {
    this.#with = collaborators;
  }

  /** `known` are the subscriptions of an executor before this one. */
  start(known: readonly Subscription[]): void {
    for (const subscription of known) this.subscribe(subscription);
    this.#wake();
  }

  /** No query is begun any more, and nothing published. */
  stop(): void {
    this.#isStopped = true;
  }

  subscribe(subscription: Subscription): void {
    this.unsubscribe(subscription.liveId);
    const live = new LiveQuery(subscription);
    this.#live.set(subscription.liveId, live);
    this.#fresh.add(live);
    this.#wake();
  }

  unsubscribe(liveId: LiveId): void {
    const live = this.#live.get(liveId);
    if (!live) return;
    this.#live.delete(liveId);
    this.#fresh.delete(live);
    this.#dirty.delete(live);
    this.#updated.delete(live);
    this.#dependencies.remove(live);
  }

  /** To be called synchronously after a flush. */
  onDurable(commits: readonly Commit[]): void {
    for (const { ts, writes } of commits) {
      for (const live of this.#dependencies.affectedBy(writes)) {
        // A query that ran between the commit and its flush has seen it.
        if (ts > live.validAt) this.#markDirty(live, ts);
      }
    }
    this.#wake();
  }

  /** The disk was full: what has seen these commits, has seen what never was. */
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
      for (const live of this.#fresh) this.#markDirty(live, 1n);
      this.#fresh.clear();
      const release = await this.#settle();
      this.#publish();
      release();
      // Lets the answers of the next batch leave before its publication.
      await immediate();
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

  /** On return everything is durable and no known query is dirty. */
  async #settle(): Promise<() => void> {
    const { database, groupCommit } = this.#with;
    let release = () => {};
    for (let round = 0; ; round++) {
      if (round === ROUNDS_BESIDE_COMMITS) release = this.#with.holdCommits();
      await this.#runDirty();
      await groupCommit.durable().catch(() => undefined);
      const isSettled = this.#dirty.size === 0 && !database.hasUnflushed;
      if (isSettled || this.#isStopped) return release;
      // A query may block the thread: the answers of the batch leave before it.
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

  async #run(live: LiveQuery): Promise<void> {
    const { liveId } = live.subscription;
    if (this.#isStopped || this.#live.get(liveId) !== live) return;
    const { completed, update } = await this.#with.execute(live);
    if (this.#live.get(liveId) !== live) return;
    this.#dependencies.set(live, completed.transaction.readSet);
    live.validAt = completed.validAt;
    if (live.dirtyAt <= live.validAt) this.#dirty.delete(live);
    live.journal = update.journal;
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
