/**
 * Test support: clients watching a database, with checks of every result they
 * get.
 */
import { setImmediate } from "node:timers";
import { expect } from "vitest";
import { Admission, type CallerLimits } from "../../src/admission/admission.ts";
import type { Transaction } from "../../src/database/contract.ts";
import { parse } from "./testDatabase.ts";
import type { ConvexJson } from "../../src/values/convexJson.ts";
import type { SliceLimits } from "../../src/queues/turnSlices.ts";
import { LiveQueries } from "../../src/sync/liveQueries.ts";
import type { LiveSubscription } from "../../src/sync/liveSubscription.ts";
import { Watcher as QueryWatcher } from "../../src/sync/watcher.ts";
import {
  type DrawnReading,
  isElsewhere,
  type Reading,
  type Version,
  type Write,
} from "./readings.ts";
import {
  callOf,
  journaledEnd,
  type ReadSetOf,
  WatchedDatabase,
} from "./watchedDatabase.ts";

const unbounded: CallerLimits = {
  maxArgumentBytes: Infinity,
  held: { perAddress: Infinity, total: Infinity },
  answers: { perAddress: Infinity, total: Infinity },
  maxQueriesPerSession: Infinity,
  maxQueriesPerAddress: Infinity,
  maxQueriesPerAccount: Infinity,
  maxPendingRequests: Infinity,
  maxPendingBytes: Infinity,
  minBodyBytesPerSecond: 0,
  bodyWindowMs: 5_000,
};

/** Everything runs in one slice, however often the machine interrupts it. */
const WHOLE: SliceLimits = { ms: Infinity, bytes: Infinity };

interface Watcher {
  readonly reading: Reading;
  readonly subscription: LiveSubscription;
  /** The last result, and whether it was out of date at the last publication. */
  readonly latest: { text: string | null; wasBehind: boolean };
}

export class Stage {
  commits = 0;
  /** Number of results that subscribers received. */
  changes = 0;
  /** Number of times a publication left a watcher behind. */
  behind = 0;
  /**
   * Number of times a commit could not affect a watcher and its query did not
   * run.
   */
  spared = 0;
  readonly #watched: WatchedDatabase;
  readonly #queries: LiveQueries;
  readonly #watchers = new Set<Watcher>();
  readonly #bounds = new Admission({
    anonymous: unbounded,
    identified: unbounded,
  }).anonymous;
  /** Every reading watched so far, by its text. */
  readonly #readings = new Map<string, Reading>();
  /** Every document inserted so far, including removed ones. */
  readonly #documents: Version["at"][] = [];
  #failure: unknown = null;

  constructor(readSetOf?: ReadSetOf, slice = WHOLE) {
    this.#watched = new WatchedDatabase(readSetOf, slice);
    const options = { lingerMs: 0, maxLingering: 0 };
    this.#queries = new LiveQueries(this.#watched, options);
    this.#queries.onPublished(() => this.#noteFailure(() => this.#check()));
  }

  async watch(drawn: DrawnReading): Promise<void> {
    const reading = this.#resolve(drawn);
    if (reading !== null) await this.#watch(reading);
  }

  async watchAlike(pick: number): Promise<void> {
    const known = [...this.#readings.values()];
    const reading = known[pick % Math.max(known.length, 1)];
    if (reading !== undefined) await this.#watch(reading);
  }

  async #watch(reading: Reading): Promise<void> {
    const { subscription } = this.#begin(reading);
    await this.#settled();
    const chosenNow = this.#watched.read(reading, null);
    expect(shownBy(subscription)).toEqual(chosenNow.value);
  }

  async leave(pick: number): Promise<void> {
    const watchers = [...this.#watchers];
    const watcher = watchers[pick % Math.max(watchers.length, 1)];
    if (watcher === undefined) return;
    this.#watchers.delete(watcher);
    watcher.subscription.close();
  }

  async commit(
    mutations: readonly (readonly Write[])[],
    newcomers: readonly DrawnReading[],
  ): Promise<void> {
    const before = [...this.#watchers].map(({ reading, subscription }) => ({
      reading,
      shown: shownBy(subscription),
      executions: this.#executionsOf(reading),
    }));
    const touched: Version[] = [];
    const committing = mutations.map((writes) =>
      this.#watched.commit((transaction) =>
        touched.push(...this.#write(transaction, writes)),
      ),
    );
    const asked = newcomers.flatMap((drawn) => this.#resolve(drawn) ?? []);
    for (const reading of asked) this.#begin(reading);
    await Promise.all(committing);
    await this.#settled();
    this.commits += mutations.length;
    const again = new Set(asked.map(textOf));
    for (const { reading, shown, executions } of before) {
      if (again.has(textOf(reading))) continue;
      if (!touched.every((each) => isElsewhere(reading, shown, each))) continue;
      this.spared += 1;
      expect(this.#executionsOf(reading), "executed for nothing").toBe(
        executions,
      );
    }
  }

  close(): void {
    this.#queries.close();
    this.#watched.close();
  }

  #begin(reading: Reading): Watcher {
    this.#readings.set(textOf(reading), reading);
    const latest: Watcher["latest"] = { text: null, wasBehind: false };
    const subscription = this.#queries.subscribe(callOf(reading), null, {
      watcher: new QueryWatcher(this.#bounds, "192.0.2.1"),
      listener: {
        stateChanged: () =>
          this.#noteFailure(() => {
            const { state } = subscription;
            if (state === null) return;
            const text = latest.wasBehind ? null : latest.text;
            expect(state.tail.text, "the same result again").not.toBe(text);
            latest.text = state.tail.text;
            this.changes += 1;
          }),
      },
    });
    const watcher = { reading, subscription, latest };
    this.#watchers.add(watcher);
    return watcher;
  }

  #resolve(drawn: DrawnReading): Reading | null {
    if (drawn.kind !== "get") return drawn;
    const at = this.#documentAt(drawn.pick);
    return at === null ? null : { kind: "get", id: at.id };
  }

  #documentAt(pick: number): Version["at"] | null {
    return this.#documents[pick % Math.max(this.#documents.length, 1)] ?? null;
  }

  /** Applies the writes and returns each touched document before and after. */
  #write(transaction: Transaction, writes: readonly Write[]): Version[] {
    const versions: Version[] = [];
    const note = (at: Version["at"]) => {
      const json = transaction.get("", at.id);
      if (json !== null) versions.push({ at, document: parse(json) });
      return json !== null;
    };
    for (const each of writes) {
      if (each.act === "insert") {
        const { table, fields } = each;
        const at = { table, id: transaction.insert("", table, fields) };
        this.#documents.push(at);
        note(at);
        continue;
      }
      const at = this.#documentAt(each.pick);
      if (at === null || !note(at)) continue;
      if (each.act === "remove") transaction.remove("", at.id);
      else transaction.patch("", at.id, each.fields);
      note(at);
    }
    return versions;
  }

  /** Waits until all commits are published and every watcher has a result. */
  async #settled(): Promise<void> {
    const { database } = this.#watched;
    for (;;) {
      if (this.#failure !== null) throw this.#failure as Error; // an AssertionError
      const isShown = [...this.#watchers].every(
        ({ subscription }) =>
          subscription.state !== null && !subscription.isBehind,
      );
      if (isShown && this.#queries.ts >= database.lastTs) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #check(): void {
    for (const { reading, subscription, latest } of this.#watchers) {
      const { state, isBehind } = subscription;
      if (isBehind) this.behind += 1;
      latest.wasBehind = isBehind;
      if (state === null || isBehind) continue;
      const end = journaledEnd(callOf(reading), state.journal);
      const fresh = this.#watched.read(reading, end);
      expect(shownBy(subscription)).toEqual(fresh.value);
    }
  }

  /**
   * Runs a check and keeps its error for later, because an error thrown during
   * a publication would count as a bug of the backend.
   */
  #noteFailure(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#failure ??= error;
    }
  }

  #executionsOf(reading: Reading): number {
    return this.#watched.executions.get(textOf(reading)) ?? 0;
  }
}

function textOf(reading: Reading): string {
  return callOf(reading).path;
}

function shownBy({ state }: LiveSubscription): ConvexJson {
  if (state === null) throw new Error("Nothing is shown yet.");
  // `encodeResult` writes the end of a modification; this adds its beginning.
  const shown = JSON.parse(`{${state.tail.text}`) as { value: ConvexJson };
  return shown.value;
}
