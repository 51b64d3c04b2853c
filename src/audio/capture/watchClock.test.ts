import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scope } from "../../lib/scope";
import { watchClock } from "./watchClock";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("says once, within two seconds, that the clock stands still", async () => {
  const scope = new Scope();
  const context = { currentTime: 0 };
  const onStanding = vi.fn<() => void>();
  watchClock(scope, context, onStanding);
  for (let ms = 0; ms < 5_000; ms += 100) {
    context.currentTime = ms / 1000;
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(onStanding).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onStanding).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onStanding).toHaveBeenCalledTimes(1);
  scope.dispose();
});
