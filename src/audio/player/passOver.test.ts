import { expect, test, vi } from "vitest";
import { passOver } from "./passOver";
import type { PlayerState } from "./playerState";

/** Returns the step that was made, or "closed" if the player was closed. */
function whatHappens(
  status: PlayerState["status"],
  hasNext: boolean | null,
  isLoaded = true,
) {
  const step = vi.fn();
  const close = vi.fn();
  const pause = vi.fn();
  const queue = hasNext === null ? null : { hasNext, step };
  let track = 1;
  step.mockImplementation(() => (track += isLoaded ? 1 : 0));
  const state = () => ({ status, queue, track }) as unknown as PlayerState; // passOver reads nothing else
  passOver({ getState: state, close, pause });
  const isPaused = pause.mock.calls.length > 0;
  const isClosed = close.mock.calls.length > 0;
  return { steps: step.mock.calls.flat(), isClosed, isPaused };
}

test.each(["playing", "loading"] as const)(
  "a chain that is %s goes on with the next verse",
  (status) => {
    const first = whatHappens(status, true);
    expect(first).toEqual({ steps: [1], isClosed: false, isPaused: false });
  },
);

test.each([
  ["the last verse", "playing", false],
  ["a chain that stands still", "paused", true],
  ["a single track", "playing", null],
] as const)("%s ends", (_, status, place) => {
  expect(whatHappens(status, place)).toEqual({
    ...{ steps: [], isClosed: true, isPaused: false },
  });
});

test("what is gone is silent while the next one is loaded", () => {
  expect(whatHappens("playing", true, false)).toEqual({
    ...{ steps: [1], isClosed: false, isPaused: true },
  });
});
