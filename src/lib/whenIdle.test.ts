import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenIdle } from "./whenIdle";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("starts after the page has settled, and survives a failure", async () => {
  const work = vi.fn().mockRejectedValue(new Error("offline"));
  whenIdle(work);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test("starts nothing once it was called off, nor for people who save data", async () => {
  const work = vi.fn().mockResolvedValue(null);
  whenIdle(work)();
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  whenIdle(work);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).not.toHaveBeenCalled();
});
