/** Watchers of a database, and what is expected of what they are shown. For tests. */
import { setImmediate } from "node:timers";
import { expect } from "vitest";
import type { Transaction } from "../../database/contract.ts";
import { parse } from "../../database/testing/testDatabase.ts";
import { journalCursor } from "../../functions/executor/executionResults.ts";
import type { ConvexJson } from "../../values/convexJson.ts";
import { LiveQueries, type LiveSubscription } from "../liveQueries.ts";
import {
  type DrawnReading,
  isElsewhere,
  type Reading,
  type Version,
  type Write,
} from "./readings.ts";
import { callOf, type ReadSetOf, WatchedDatabase } from "./watchedDatabase.ts";

interface Watcher {
  readonly reading: Reading;
  readonly subscription: LiveSubscription;
}

export class Stage {
  commits = 0;
  /** How often somebody was shown something new. */
  changes = 0;
  /** How often a commit was no business of a watcher's. */
  spared = 0;
  readonly #watched: WatchedDatabase;
  readonly #queries: LiveQueries;
  readonly #watchers = new Set<Watcher>();
  /** Those that were ever watched. */
  readonly #readings = new Map<string, Reading>();
  /** Those that there have been. */
  readonly #documents: Version["at"][] = [];
  #failure: unknown = null;

  constructor(readSetOf?: ReadSetOf) {
    this.#watched = new WatchedDatabase(readSetOf);
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
    const told = { last: null as string | null };
    const subscription = this.#queries.subscribe(callOf(reading), null, () =>
      this.#noteFailure(() => {
        const { state } = subscription;
        if (state === null) return;
        expect(state.tail.text, "told the same again").not.toBe(told.last);
        told.last = state.tail.text;
        this.changes += 1;
      }),
    );
    const watcher = { reading, subscription };
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

  /** Every version that there was before or after. */
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

  /** All that is committed has been published, and everybody has been shown something. */
  async #settled(): Promise<void> {
    const { database } = this.#watched;
    for (;;) {
      if (this.#failure !== null) throw this.#failure as Error; // of an assertion
      const isShown = [...this.#watchers].every(
        ({ subscription }) => subscription.state !== null,
      );
      if (isShown && this.#queries.ts >= database.lastTs) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #check(): void {
    for (const { reading, subscription } of this.#watchers) {
      const { state } = subscription;
      if (state === null) continue;
      const end = journalCursor(state.journal);
      const fresh = this.#watched.read(reading, end);
      expect(shownBy(subscription)).toEqual(fresh.value);
    }
  }

  /** Within a publication an error would be taken for one of the backend. */
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
  // The rest of a modification, as `encodeResult` writes it.
  const shown = JSON.parse(`{${state.tail.text}`) as { value: ConvexJson };
  return shown.value;
}
