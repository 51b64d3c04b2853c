/**
 * Several clients watch random queries while random mutations commit. At every
 * publication, each client's latest result must be what its query returns when
 * executed again, and a query must not run for a commit that did not touch it.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Interval, ReadSet } from "../database/contract.ts";
import { KEY_MAX, keyAfter } from "../values/keys.ts";
import {
  drawnReading,
  type DrawnReading,
  type Write,
  write,
} from "../../test/support/readings.ts";
import type { SliceLimits } from "../queues/turnSlices.ts";
import { Stage } from "../../test/support/stage.ts";
import type { ReadSetOf } from "../../test/support/watchedDatabase.ts";

type Step =
  | { readonly act: "watch"; reading: DrawnReading }
  /** Watches an earlier query again, or stops watching one. */
  | { readonly act: "watchAlike" | "leave"; pick: number }
  /**
   * Each list is a mutation. All mutations run at once, while `newcomers` start
   * to watch.
   */
  | {
      readonly act: "commit";
      mutations: readonly (readonly Write[])[];
      newcomers: readonly DrawnReading[];
    };

const mutation = fc.array(write, { minLength: 1, maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant("watch"), reading: drawnReading }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom("watchAlike", "watchAlike", "leave"),
      pick: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("commit"),
      mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
      newcomers: fc.array(drawnReading, { maxLength: 1 }),
    }),
  },
);

async function perform(stage: Stage, step: Step): Promise<void> {
  switch (step.act) {
    case "watch":
      return stage.watch(step.reading);
    case "watchAlike":
      return stage.watchAlike(step.pick);
    case "leave":
      return stage.leave(step.pick);
    case "commit":
      return stage.commit(step.mutations, step.newcomers);
  }
}

function history(
  numRuns: number,
  { readSetOf, slice }: { readSetOf?: ReadSetOf; slice?: SliceLimits } = {},
) {
  const seen = { commits: 0, spared: 0, changes: 0, behind: 0 };
  const steps = fc.array(step, { minLength: 10, maxLength: 30 });
  const property = fc.asyncProperty(steps, async (steps) => {
    const stage = new Stage(readSetOf, slice);
    try {
      for (const each of steps) await perform(stage, each);
    } finally {
      stage.close();
    }
    seen.commits += stage.commits;
    seen.spared += stage.spared;
    seen.changes += stage.changes;
    seen.behind += stage.behind;
  });
  const run = fc.check(property, { numRuns, endOnFailure: true });
  return run.then((details) => ({ details, seen }));
}

test.each([
  { title: "in one slice", slice: undefined, isBehind: false },
  { title: "one at a time", slice: { ms: 0, bytes: 1 }, isBehind: true },
])(
  "every watcher sees what a fresh execution returns, and no query runs needlessly: $title",
  async ({ slice, isBehind }) => {
    const { details, seen } = await history(50, slice && { slice });
    if (details.failed) {
      const report = fc.defaultReportMessage(details);
      throw new Error(report, { cause: details.errorInstance });
    }
    // With fewer commits and changes, the histories would prove nothing.
    expect(seen.commits).toBeGreaterThan(300);
    expect(seen.changes).toBeGreaterThan(300);
    expect(seen.spared).toBeGreaterThan(300);
    expect(seen.behind > 20).toBe(isBehind);
  },
);

test("a newcomer gets a page chosen now, even if the old page has equal rows", async () => {
  const stage = new Stage();
  try {
    const fields = { owner: 0, rank: 0, tag: false };
    const row = { act: "insert", table: "rows", fields } as const;
    await stage.commit([[row, row]], []);
    const range = {
      owner: 0,
      above: null,
      below: null,
      order: "desc",
    } as const;
    await stage.watch({ kind: "page", range, size: 1 });
    // The first row is now after the page. Nothing else follows, so the page is
    // the last one.
    await stage.commit([[{ act: "patch", pick: 0, fields: { owner: 1 } }]], []);
    await stage.watchAlike(0);
  } finally {
    stage.close();
  }
});

type Intervals = ReadSet["intervals"];

function eachInterval(change: (interval: Interval) => Interval): ReadSetOf {
  return ({ intervals }) =>
    new Map([...intervals].map(([index, read]) => [index, read.map(change)]));
}

test.each<[what: string, readSetOf: ReadSetOf]>([
  ["nothing that was read", (): Intervals => new Map()],
  [
    "only the first index that was read",
    ({ intervals }) => new Map([...intervals].slice(0, 1)),
  ],
  [
    "only the beginning of a range",
    eachInterval(({ low }) => ({ low, high: keyAfter(low) })),
  ],
  [
    "the whole index instead of a range",
    eachInterval(() => ({ low: "", high: KEY_MAX })),
  ],
])("the check notices a query that records %s", async (_, readSetOf) => {
  const { details } = await history(100, { readSetOf });
  expect(details.errorInstance).toHaveProperty("name", "AssertionError");
});
