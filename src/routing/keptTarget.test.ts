// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepTarget, keptTarget } from "./keptTarget";

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

const waitingFor = (from: string | undefined) => ({
  state: { from },
  search: "",
});

test("is kept for a day", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  expect(keptTarget()).toBeNull();
  keepTarget(waitingFor("/beats/7?record"));
  vi.setSystemTime(Date.now() + 23 * 3_600_000);
  expect(keptTarget()).toBe("/beats/7?record");
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  expect(keptTarget()).toBeNull();
});

test("is forgotten when the next person waits without one", () => {
  keepTarget(waitingFor("/beats/7"));
  keepTarget(waitingFor(undefined));
  expect(keptTarget()).toBeNull();
});

test("is only ever a path of this site", () => {
  keepTarget(waitingFor("//evil.example"));
  expect(keptTarget()).toBeNull();
  for (const stored of ["x", "null", "7", "{}", '{"from":"//evil.example"}']) {
    localStorage.setItem("gully-after-activation", stored);
    expect(keptTarget()).toBeNull();
  }
});
