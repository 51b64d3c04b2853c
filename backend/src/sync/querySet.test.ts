import fc from "fast-check";
import { expect, test } from "vitest";
import type { LiveState, LiveSubscription } from "./liveSubscription.ts";
import { QuerySet, type ChangedResult } from "./querySet.ts";
import { refusedQuery } from "./refusedQuery.ts";

const VERSION = { querySet: 1, identity: 0 };
const REFUSED = "refused";

/** The latest results of executions that all sessions share. */
type Executions = (LiveState | null)[];
/** The index of the execution that a query watches, or REFUSED. */
type Watched = number | typeof REFUSED;

/** A session that watches these queries, without a socket. */
class TestSession {
  readonly #queries = new QuerySet();
  #sent = { querySet: 0, identity: 0, ts: 0n };

  constructor(executions: Executions, watched: readonly Watched[]) {
    for (const [queryId, at] of watched.entries()) {
      const subscription =
        at === REFUSED ? refusedQuery("too many") : watch(executions, at);
      this.#queries.add({ queryId, subscription, journal: null, addedIn: 1 });
    }
    this.#queries.target = VERSION;
  }

  get querySet(): number {
    return this.#sent.querySet;
  }

  plan() {
    return this.#queries.plan(this.#sent, Infinity);
  }

  /**
   * Sends what is planned. Returns the results if other sessions may repeat
   * them.
   */
  flush(): readonly ChangedResult[] | null {
    const plan = this.plan();
    if (plan === null) return null;
    plan.commit();
    this.#sent = { ...this.#sent, querySet: plan.querySet };
    return plan.isRepeatable ? plan.results : null;
  }

  repeat(results: readonly ChangedResult[]): boolean {
    const isDue = this.#queries.markSentIfSame(results, VERSION);
    if (isDue) this.#sent = { ...this.#sent, ...VERSION };
    return isDue;
  }
}

function watch(executions: Executions, at: number): LiveSubscription {
  return {
    call: null,
    get state() {
      return executions[at] ?? null;
    },
    get isBehind() {
      return executions[at]?.stamp.endsWith("!") ?? false;
    },
    close: () => undefined,
  };
}

function shown({ queryId, state }: ChangedResult): string {
  return `${queryId}: ${state.stamp}`;
}

function newState(stamp: string): LiveState {
  const tail = { type: "QueryUpdated", text: "", signature: "" } as const;
  return { stamp, tail, journal: null };
}

const execution = fc.nat({ max: 2 });
const queries = fc.array(fc.oneof(execution, fc.constant(REFUSED)), {
  maxLength: 4,
});
const rounds = fc.array(fc.array(execution), { minLength: 2, maxLength: 6 });

test("sessions repeat what another received only if their own plan says the same", () => {
  let repeats = 0;
  let refusedAlongside = 0;
  const check = (first: Watched[], second: Watched[], changes: number[][]) => {
    const executions: Executions = [null, null, null];
    const one = new TestSession(executions, first);
    const other = new TestSession(executions, second);
    for (const [round, changed] of changes.entries()) {
      for (const at of changed) executions[at] = newState(`${at}.${round}`);
      const late = changed[round];
      if (late !== undefined) executions[late] = newState(`${late}.${round}!`);
      const isSameStart = one.querySet === other.querySet;
      const results = one.flush();
      const planned = other.plan()?.results;
      const isRepeated =
        results !== null && isSameStart && other.repeat(results);
      if (!isRepeated) {
        other.flush();
        continue;
      }
      expect(planned?.map(shown)).toEqual(results.map(shown));
      expect(results.map(shown).join("")).not.toContain("!");
      expect(other.plan()?.results).toEqual([]);
      repeats += 1;
      if (second.includes(REFUSED)) refusedAlongside += 1;
    }
  };
  // With this many runs, the counts below are certain to be reached.
  const manyRuns = { numRuns: 1_000 };
  fc.assert(fc.property(queries, queries, rounds, check), manyRuns);
  fc.assert(
    fc.property(queries, rounds, (same, all) => check(same, same, all)),
    manyRuns,
  );
  expect(repeats).toBeGreaterThan(200);
  expect(refusedAlongside).toBeGreaterThan(60);
});

test("an id that is used again before its removal was sent keeps its new result", () => {
  const executions: Executions = [newState("first"), newState("second")];
  const queries = new QuerySet();
  const add = (at: number, addedIn: number) =>
    queries.add({
      queryId: 7,
      subscription: watch(executions, at),
      journal: null,
      addedIn,
    });
  add(0, 1);
  queries.plan({ querySet: 0, identity: 0, ts: 0n }, Infinity)?.commit();
  queries.remove(7);
  add(1, 2);
  queries.target = { querySet: 2, identity: 0 };
  const plan = queries.plan({ querySet: 1, identity: 0, ts: 0n }, Infinity);
  expect(plan?.modifications()).toEqual([
    '{"type":"QueryUpdated","queryId":7,',
  ]);
});
