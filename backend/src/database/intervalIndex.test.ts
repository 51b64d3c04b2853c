import fc from "fast-check";
import { expect, test } from "vitest";
import { keyAfter } from "../values/keys.ts";
import type { Interval } from "./contract.ts";
import { IntervalIndex } from "./intervalIndex.ts";

const key = fc.string({
  unit: fc.constantFrom("\0", "a", "b", "c", "\xff"),
  maxLength: 3,
});

const interval: fc.Arbitrary<Interval> = fc.oneof(
  fc.tuple(key, key).map(([low, high]) => ({ low, high })),
  key.map((low) => ({ low, high: keyAfter(low) })),
);

const step = fc.record({
  isAdd: fc.boolean(),
  interval,
  value: fc.nat({ max: 5 }),
});

/** The same pairs in a plain list, searched from end to end. */
class Oracle {
  #pairs: { interval: Interval; value: number }[] = [];

  add(interval: Interval, value: number): void {
    if (interval.low >= interval.high) return;
    this.remove(interval, value);
    this.#pairs.push({ interval, value });
  }

  remove({ low, high }: Interval, value: number): void {
    this.#pairs = this.#pairs.filter(
      (pair) =>
        pair.value !== value ||
        pair.interval.low !== low ||
        pair.interval.high !== high,
    );
  }

  get size(): number {
    return this.#pairs.length;
  }

  matching(key: string): number[] {
    return this.#pairs
      .filter(({ interval }) => interval.low <= key && key < interval.high)
      .map(({ value }) => value)
      .sort();
  }
}

test("finds what a search through all intervals finds, after any history", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.array(key, { minLength: 5, maxLength: 20 }),
      (steps, keys) => {
        const index = new IntervalIndex<number>();
        const oracle = new Oracle();
        for (const { isAdd, interval, value } of steps) {
          if (isAdd) {
            index.add(interval, value);
            oracle.add(interval, value);
          } else {
            index.remove(interval, value);
            oracle.remove(interval, value);
          }
          expect(index.size).toBe(oracle.size);
        }
        for (const key of keys) {
          expect([...index.matching(key)].sort()).toEqual(oracle.matching(key));
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test("a removed interval leaves nothing behind", () => {
  const index = new IntervalIndex<string>();
  const range = { low: "a", high: "c" };
  index.add(range, "x");
  index.remove(range, "y");
  expect([...index.matching("b")]).toEqual(["x"]);
  index.remove(range, "x");
  expect([...index.matching("b")]).toEqual([]);
  expect(index.size).toBe(0);
});

test("a look-up among 20,000 intervals compares only a few keys", () => {
  const index = new IntervalIndex<number>();
  let comparisons = 0;
  const counted = (text: string): string =>
    // Comparing a string object with `<` calls its `valueOf`.
    Object.assign(new String(text), {
      valueOf: () => {
        comparisons += 1;
        return text;
      },
    }) as unknown as string;
  for (let i = 0; i < 20_000; i++) {
    const low = String(i).padStart(6, "0");
    index.add({ low, high: `${low}zz` }, i);
  }
  const found = [...index.matching(counted("010000a"))];
  expect(found).toEqual([10_000]);
  expect(comparisons).toBeLessThan(200);
});
