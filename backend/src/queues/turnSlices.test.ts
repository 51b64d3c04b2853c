import { expect, test } from "vitest";
import { TimeSpent } from "./timeSpent.ts";
import { TurnSlices } from "./turnSlices.ts";

function makeSlices(limits = { ms: 1_000, bytes: 1_000 }) {
  const done: string[] = [];
  let nowMs = 0;
  const now = () => nowMs;
  const slices = new TurnSlices<string>(
    limits,
    (item) => item.slice(0, 1),
    async (item) => {
      nowMs += 5;
      await Promise.resolve();
      done.push(item);
      return 1;
    },
    new TimeSpent(now),
    now,
  );
  return { slices, done };
}

test("groups take turns, and one that leaves is not run", async () => {
  const { slices, done } = makeSlices();
  for (const item of ["a1", "a2", "a3", "b1", "c1"]) slices.add(item);
  slices.remove("c1");
  await slices.runSlice();
  expect(done).toEqual(["a1", "b1", "a2", "a3"]);
});

test("a group that has taken much time comes after the others", async () => {
  const { slices, done } = makeSlices();
  for (let i = 0; i < 12; i++) slices.add(`a${i}`);
  await slices.runSlice();
  for (const item of ["a12", "a13", "b1", "b2"]) slices.add(item);
  await slices.runSlice();
  expect(done.slice(12)).toEqual(["b1", "b2", "a12", "a13"]);
});

test.each([
  ["time", { ms: 12, bytes: 1_000 }],
  ["size", { ms: 1_000, bytes: 3 }],
])("a slice ends after its %s, with something left", async (_name, limits) => {
  const { slices, done } = makeSlices(limits);
  for (let i = 0; i < 20; i++) slices.add(`a${i}`);
  await slices.runSlice();
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThanOrEqual(3);
  expect(slices.size).toBe(20 - done.length);
});

test("what waits for something from outside does not hold up the next", async () => {
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const slices = new TurnSlices<string>(
    { ms: 1_000, bytes: 1_000 },
    () => "",
    async (item) => {
      begun.push(item);
      if (item === "b") gate.resolve();
      await gate.promise;
      return 1;
    },
  );
  slices.add("a");
  slices.add("b");
  await slices.runSlice();
  expect(begun).toEqual(["a", "b"]);
});
