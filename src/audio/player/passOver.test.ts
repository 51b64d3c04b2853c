import { expect, test, vi } from "vitest";
import { passOver } from "./passOver";
import type { PlayerState } from "./playerState";

/** Returns the step that is made, or that the player is closed. */
function whatHappens(status: PlayerState["status"], hasNext: boolean | null) {
  const step = vi.fn();
  const close = vi.fn();
  const queue = hasNext === null ? null : { hasNext, step };
  const state = { status, queue } as PlayerState; // the rest does not matter
  passOver({ getState: () => state, close });
  return { steps: step.mock.calls.flat(), isClosed: close.mock.calls.length };
}

test.each(["playing", "loading"] as const)(
  "a chain that is %s goes on with the next verse",
  (status) => {
    const first = whatHappens(status, true);
    expect(first).toEqual({ steps: [1], isClosed: 0 });
  },
);

test.each([
  ["the last verse", "playing", false],
  ["a chain that stands still", "paused", true],
  ["a single track", "playing", null],
] as const)("%s ends", (_, status, place) => {
  expect(whatHappens(status, place)).toEqual({ steps: [], isClosed: 1 });
});
