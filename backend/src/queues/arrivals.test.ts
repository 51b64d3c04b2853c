import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Arrivals } from "./arrivals.ts";

const SLICE_MS = 4;
const LONG_MS = 10;

function work(): void {
  const endsAt = performance.now() + LONG_MS;
  while (performance.now() < endsAt);
}

test("what there is time for begins at once", () => {
  const started: string[] = [];
  const arrivals = new Arrivals(SLICE_MS);
  arrivals.add("a", () => started.push("a1"));
  expect(started).toEqual(["a1"]);
});

test("a caller who comes last begins before the many calls of another", async () => {
  const started: string[] = [];
  const arrivals = new Arrivals(SLICE_MS);
  const call = (group: string, name: string) =>
    arrivals.add(group, () => {
      started.push(name);
      work();
    });
  for (let i = 0; i < 5; i++) call("a", `a${i}`);
  expect(started).toEqual(["a0"]);
  call("b", "b");
  while (started.length < 6) await setImmediate();
  expect(started).toEqual(["a0", "a1", "b", "a2", "a3", "a4"]);
});

test("the event loop continues between calls that take long", async () => {
  const arrivals = new Arrivals(SLICE_MS);
  let startedCount = 0;
  for (let i = 0; i < 8; i++) {
    arrivals.add("a", () => {
      startedCount += 1;
      work();
    });
  }
  const seen = new Set<number>();
  while (startedCount < 8) {
    seen.add(startedCount);
    await setImmediate();
  }
  // However slow the machine is, a slice ends within 20 ms.
  expect(seen.size).toBeGreaterThanOrEqual(3);
});

test("a short call runs to its end before the next one begins", async () => {
  const arrivals = new Arrivals(SLICE_MS);
  const steps: string[] = [];
  const run = async (name: string) => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    await Promise.resolve();
    steps.push(`${name} ends`);
  };
  arrivals.add("a", work);
  await Promise.all(
    ["b", "c"].map((name) => arrivals.turn(name).then(() => run(name))),
  );
  expect(steps).toEqual(["b begins", "b ends", "c begins", "c ends"]);
});
