import type { Scope } from "../../lib/scope";

/** A clock that has not moved for this long has stopped. */
const STANDING_MS = 2_000;
const LOOK_EVERY_MS = 250;

/** Calls `onStanding` once if the context's clock stops, whatever its state says. */
export function watchClock(
  scope: Scope,
  context: Pick<AudioContext, "currentTime">,
  onStanding: () => void,
): void {
  let seconds = context.currentTime;
  let looks = 0;
  // Counts checks instead of time, because a page that was held up has not seen whether the clock
  // moved.
  const stop = scope.every(LOOK_EVERY_MS, () => {
    looks = context.currentTime === seconds ? looks + 1 : 0;
    seconds = context.currentTime;
    if (looks * LOOK_EVERY_MS < STANDING_MS) return;
    stop();
    onStanding();
  });
}
