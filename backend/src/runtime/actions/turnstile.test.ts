import { expect, test, vi } from "vitest";
import { TimeSpent } from "../../queues/timeSpent.ts";
import { Turnstile } from "./turnstile.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Starts runs that continue until the test ends them. */
function runsThrough(turnstile: Turnstile) {
  const inside: string[] = [];
  const enter = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const group = name.slice(0, 1);
    const passed = turnstile.pass(group, async () => {
      inside.push(name);
      await promise;
      inside.splice(inside.indexOf(name), 1);
    });
    return async () => {
      resolve();
      await passed;
      await settled();
    };
  };
  return { inside, enter };
}

test("limits the runs at a time, and those of one group to half", async () => {
  const { inside, enter } = runsThrough(new Turnstile(4, new TimeSpent()));
  for (const name of ["a1", "a2", "a3", "b1", "c1", "c2"]) enter(name);
  await settled();
  expect(inside).toEqual(["a1", "a2", "b1", "c1"]);
});

test("keeps an eighth for groups without a run, however many wait", async () => {
  const { inside, enter } = runsThrough(new Turnstile(8, new TimeSpent()));
  for (const group of ["a", "b"])
    for (const n of [1, 2, 3, 4]) enter(`${group}${n}`);
  await settled();
  expect(inside).toHaveLength(7);
  enter("d1");
  await settled();
  expect(inside).toHaveLength(8);
  expect(inside).toContain("d1");
});

test("waiting groups take turns, and none gets more than half", async () => {
  const { inside, enter } = runsThrough(new Turnstile(4, new TimeSpent()));
  const leave: Record<string, () => Promise<void>> = {};
  for (const name of ["a1", "a2", "b1", "b2", "a3", "a4", "c1", "c2"]) {
    leave[name] = enter(name);
  }
  await leave.b1?.();
  expect(inside).toEqual(["a1", "a2", "b2", "c1"]);
  await leave.b2?.();
  expect(inside).toEqual(["a1", "a2", "c1", "c2"]);
  await leave.a1?.();
  expect(inside).toEqual(["a2", "c1", "c2", "a3"]);
});

test("a failed run frees its place", async () => {
  const turnstile = new Turnstile(2, new TimeSpent());
  const fail = () => Promise.reject(new Error("no"));
  await expect(turnstile.pass("a", fail)).rejects.toThrow("no");
  expect(await turnstile.pass("a", () => Promise.resolve(1))).toBe(1);
});

test("a run that leaves the line does not run and takes no place", async () => {
  const turnstile = new Turnstile(2, new TimeSpent());
  const { enter, inside } = runsThrough(turnstile);
  const leave = enter("a1");
  const run = vi.fn(() => Promise.resolve());
  const gone = turnstile.pass("a", run, Promise.reject(new Error("gone")));
  await expect(gone).rejects.toThrow("gone");
  enter("a2");
  await leave();
  expect(inside).toEqual(["a2"]);
  expect(run).not.toHaveBeenCalled();
});
