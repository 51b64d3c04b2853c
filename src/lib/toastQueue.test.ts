import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastQueue } from "./toastQueue";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("toasts wait, in order, until the code that shows them can be loaded", async () => {
  const shown: string[] = [];
  const load = vi
    .fn(() => Promise.resolve((toast: string) => void shown.push(toast)))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const queue = new ToastQueue<string>(load);
  queue.add("first");
  await vi.advanceTimersByTimeAsync(0);
  queue.add("second");
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown).toEqual(["first", "second"]);
  queue.add("third");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(["first", "second", "third"]);
});
