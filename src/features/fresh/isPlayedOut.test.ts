import { expect, test, vi } from "vitest";
import { Player } from "../../audio/player/player";
import type { PlayerState } from "../../audio/player/playerState";
import { takeTrack } from "../../audio/player/track";
import { FakeAudioElement } from "../../testing/fakeAudioElement";
import { isPlayedOut } from "./isPlayedOut";

/** Makes a player and counts its state changes that mean that the track was played to its end. */
function makePlayer() {
  const element = new FakeAudioElement();
  const player = new Player({
    createElement: () => element,
    isGone: async () => false,
  });
  let ends = 0;
  let last: PlayerState = player.getState();
  player.subscribe(() => {
    const before = last;
    last = player.getState();
    if (isPlayedOut(before, last)) ends += 1;
  });
  const take = { id: "a", durationMs: 20_000 };
  player.play(takeTrack(take, { url: "/files/a", title: "Gully" }));
  const hear = (ms: number) => {
    element.currentTime = ms / 1000;
    vi.advanceTimersByTime(100);
  };
  return { player, element, hear, ends: () => ends };
}

test.each([["at once"], ["after a pause, as most browsers do"]])(
  "a track that ends %s is played out, once",
  (how) => {
    vi.useFakeTimers();
    const { element, hear, ends } = makePlayer();
    hear(19_900);
    if (how !== "at once") element.pause();
    element.dispatchEvent(new Event("ended"));
    expect(ends()).toBe(1);
    vi.useRealTimers();
  },
);

test("pausing, seeking to the start and closing are no end", () => {
  vi.useFakeTimers();
  const { player, hear, ends } = makePlayer();
  hear(5_000);
  player.seek(0);
  player.pause();
  player.resume();
  hear(5_000);
  player.pause();
  player.seek(0);
  player.close();
  expect(ends()).toBe(0);
  vi.useRealTimers();
});
