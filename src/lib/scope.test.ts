import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scope } from "./scope";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("dispose releases everything once, newest first", () => {
  const order: string[] = [];
  const scope = new Scope();
  scope.add(() => order.push("first"));
  scope.add(() => order.push("second"));
  scope.dispose();
  scope.dispose();
  expect(order).toEqual(["second", "first"]);
});

test("dispose stops timers and listeners", () => {
  const ticks = vi.fn();
  const heard = vi.fn();
  const target = new EventTarget();
  const scope = new Scope();
  scope.every(100, ticks);
  scope.after(1000, ticks);
  scope.listen(target, "ping", heard);
  vi.advanceTimersByTime(250);
  target.dispatchEvent(new Event("ping"));
  scope.dispose();
  vi.advanceTimersByTime(5000);
  target.dispatchEvent(new Event("ping"));
  expect(ticks).toHaveBeenCalledTimes(2);
  expect(heard).toHaveBeenCalledTimes(1);
});

test("add returns a function that releases early, once", () => {
  const release = vi.fn();
  const scope = new Scope();
  const giveBack = scope.add(release);
  giveBack();
  giveBack();
  scope.dispose();
  expect(release).toHaveBeenCalledTimes(1);
});

test("a disposed scope releases additions immediately", () => {
  const release = vi.fn();
  const scope = new Scope();
  scope.dispose();
  scope.add(release);
  expect(release).toHaveBeenCalledTimes(1);
});
