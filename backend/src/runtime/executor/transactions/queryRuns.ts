/**
 * Subscribed queries: their results, their dependencies and the publications. A
 * commit marks the queries it affects as dirty. They run again in slices, in
 * which callers take turns. A publication follows each slice, as soon as no
 * query of the slice is dirty right after a flush: then all queries that are
 * not dirty are valid at the latest durable timestamp. The publication names
 * the dirty queries, so that only their own callers wait for them.
 */
import { setImmediate } from "node:timers";
import type {
  Commit,
  Database,
  Timestamp,
} from "../../../database/contract.ts";
import { immediate } from "../../../queues/immediate.ts";
import { TimeSpent } from "../../../queues/timeSpent.ts";
import { type SliceLimits, TurnSlices } from "../../../queues/turnSlices.ts";
import type { Lateness, LiveId } from "../../contract/runtime.ts";
import type {
  LiveUpdate,
  Published,
  Subscription,
} from "../../messages/executorMessages.ts";
import type { GroupCommit } from "./groupCommit.ts";
import { mustHoldCommits } from "./holdingCommits.ts";
import { ReadSetIndex } from "./readSetIndex.ts";
import type { Completed } from "./transactionRunner.ts";

const LANES = 8;
/**
 * Before each publication, new queries run up to these limits, and so do dirty
 * ones.
 */
export const SLICE: SliceLimits = { ms: 20, bytes: 8 << 20 };

export class LiveQuery {
  readonly subscription: Subscription;
  /** The groups of the callers who watch the query; see `Subscription`. */
  turnGroups: readonly string[];
  /** The group in whose turn the query runs next. */
  turnGroup: string;
  /**
   * The journal of the last published result. Unpublished runs do not change it,
   * because the end of a page that nobody has seen may still move.
   */
  journal: string | null;
  fingerprint: string | null;
  /** Timestamp at which the query's latest result was valid. */
  validAt: Timestamp = 0n;
  /** Timestamp of the latest commit that affected the query. */
  dirtyAt: Timestamp = 0n;
  /** Update that has not been published yet. */
  update: LiveUpdate | null = null;
  /**
   * True if subscribers were told that the query's result is older than the
   * publication.
   */
  isToldBehind = false;

  constructor(subscription: Subscription) {
    this.subscription = subscription;
    this.turnGroups = subscription.turnGroups;
    this.turnGroup = this.turnGroups[0] ?? "";
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
  readonly slice: SliceLimits;
  readonly holdCommits: () => () => void;
  readonly publish: (ts: Timestamp, published: Published) => void;
  /** Called when answers and results have been sent. */
  readonly onRest: () => void;
  readonly onBug: (error: unknown) => void;
}

export class QueryRuns {
  readonly #with: Collaborators;
  readonly #live = new Map<LiveId, LiveQuery>();
  /** The time that the queries of each group have taken lately. */
  readonly #spent = new TimeSpent();
  /**
   * Queries that have no result yet. A publication does not wait for them:
   * otherwise one caller with many subscriptions would hold up everybody.
   */
  readonly #fresh: TurnSlices<LiveQuery>;
  readonly #dirty = new Set<LiveQuery>();
  /**
   * Dirty queries that wait for their turn. A query that is clean by then is
   * skipped.
   */
  readonly #waiting: TurnSlices<LiveQuery>;
  /** Queries that have run for the next publication, and must be clean for it. */
  readonly #slice = new Set<LiveQuery>();
  /** Queries that subscribers may believe to be behind; see `isToldBehind`. */
  readonly #behind = new Set<LiveQuery>();
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
    const slices = (run: (live: LiveQuery) => Promise<number>) =>
      new TurnSlices(
        collaborators.slice,
        ({ turnGroup }) => turnGroup,
        run,
        this.#spent,
      );
    this.#fresh = slices((live) => this.#run(live));
    this.#waiting = slices((live) => this.#runWaiting(live));
  }

  /** `known` are the subscriptions of the executor before this one. */
  start(known: readonly Subscription[]): void {
    for (const subscription of known) {
      const live = this.#add(subscription);
      // It is unknown what the executor before this one has told subscribers.
      this.#behind.add(live);
    }
    this.#wake();
  }

  /** Starts no more queries and publishes nothing more. */
  stop(): void {
    this.#isStopped = true;
  }

  subscribe(subscription: Subscription): void {
    this.#add(subscription);
    this.#wake();
  }

  #add(subscription: Subscription): LiveQuery {
    this.unsubscribe(subscription.liveId);
    const live = new LiveQuery(subscription);
    this.#live.set(subscription.liveId, live);
    // A client that has a result must not see a later state before it has a
    // newer result.
    if (subscription.fingerprint === null) this.#fresh.add(live);
    else this.#markDirty(live, 0n);
    return live;
  }

  share(liveId: LiveId, turnGroups: readonly string[]): void {
    const live = this.#live.get(liveId);
    if (live) live.turnGroups = turnGroups;
  }

  unsubscribe(liveId: LiveId): void {
    const live = this.#live.get(liveId);
    if (!live) return;
    this.#live.delete(liveId);
    this.#fresh.remove(live);
    if (this.#dirty.delete(live)) this.#waiting.remove(live);
    this.#slice.delete(live);
    this.#behind.delete(live);
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
        // A query that ran between the commit and its flush has seen the
        // commit.
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
    if (this.#dirty.has(live)) return;
    this.#dirty.add(live);
    if (this.#slice.has(live)) return;
    live.turnGroup = this.#spent.least(live.turnGroups);
    this.#waiting.add(live);
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

  /**
   * Runs a slice of the dirty queries, and publishes once everything is durable and
   * none of them is dirty again.
   */
  async #settle(): Promise<void> {
    const { database, groupCommit, slice } = this.#with;
    const beganAt = performance.now();
    // A wait for the disk may use up a slice's time before any query has run.
    // So an empty slice always has time.
    const hasTime = () =>
      this.#slice.size === 0 || performance.now() - beganAt < slice.ms;
    let release: (() => void) | null = null;
    let lastMs = 0;
    for (let count = 0; ; count++) {
      const startedAt = performance.now();
      const tookMs = startedAt - beganAt;
      if (release === null && mustHoldCommits({ count, tookMs, lastMs })) {
        release = this.#with.holdCommits();
      }
      await this.#runSliceAgain();
      if (hasTime()) await this.#waiting.runSlice();
      lastMs = performance.now() - startedAt;
      await groupCommit.durable().catch(() => undefined);
      const isDirty = [...this.#slice].some((live) => this.#dirty.has(live));
      // A commit that became durable only now has made other queries dirty. If
      // time is left, they run too, and nobody is told that they are behind.
      const isMore = this.#waiting.size > 0 && hasTime();
      const isSettled = !isDirty && !isMore && !database.hasUnflushed;
      if (isSettled || this.#isStopped) {
        // Nothing may be awaited from here to the publication: a commit could
        // be applied meanwhile.
        this.#slice.clear();
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
      if (live.update === null || this.#dirty.has(live)) continue;
      updates.push(live.update);
      live.fingerprint = live.update.fingerprint;
      live.journal = live.update.journal;
      live.update = null;
      this.#updated.delete(live);
    }
    const { lastTs } = database;
    const told = this.#whatIsBehind();
    const isNews =
      updates.length + told.behind.length + told.current.length > 0;
    if (!isNews && lastTs === this.#publishedTs) return;
    this.#publishedTs = lastTs;
    publish(lastTs, { updates, ...told });
  }

  /**
   * Returns which queries have become dirty since the last publication, and
   * which are no longer dirty.
   */
  #whatIsBehind(): Lateness {
    const behind: LiveId[] = [];
    const current: LiveId[] = [];
    for (const live of this.#dirty) {
      // Nobody has a result of a new query.
      if (live.isToldBehind || live.fingerprint === null) continue;
      live.isToldBehind = true;
      this.#behind.add(live);
      behind.push(live.subscription.liveId);
    }
    for (const live of this.#behind) {
      if (this.#dirty.has(live)) continue;
      live.isToldBehind = false;
      this.#behind.delete(live);
      current.push(live.subscription.liveId);
    }
    return { behind, current };
  }

  async #runWaiting(live: LiveQuery): Promise<number> {
    if (!this.#dirty.has(live)) return 0;
    this.#slice.add(live);
    return await this.#run(live);
  }

  /** Runs the queries of the slice that commits have made dirty again. */
  async #runSliceAgain(): Promise<void> {
    const queue = [...this.#slice].filter((live) => this.#dirty.has(live));
    const lane = async () => {
      for (let live = queue.pop(); live; live = queue.pop()) {
        await this.#run(live);
        await immediate();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  /**
   * Runs the query. Returns the length of its result; 0 if the result is not
   * new.
   */
  async #run(live: LiveQuery): Promise<number> {
    const { liveId } = live.subscription;
    if (this.#isStopped || this.#live.get(liveId) !== live) return 0;
    const { completed, update } = await this.#with.execute(live);
    if (this.#live.get(liveId) !== live) return 0;
    this.#dependencies.set(live, completed.transaction.readSet);
    live.validAt = completed.validAt;
    if (live.dirtyAt <= live.validAt) this.#dirty.delete(live);
    if (live.fingerprint === update.fingerprint) {
      live.update = null;
      this.#updated.delete(live);
      return 0;
    }
    live.update = update;
    this.#updated.add(live);
    return update.result.ok ? update.result.valueJson.length : 0;
  }
}
