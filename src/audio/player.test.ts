import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeAudioElement } from "./fakeAudioElement";
import { Player } from "./player";
import type { Track } from "./track";

function makeTrack(id: string, overrides: Partial<Track> = {}): Track {
  return {
    id,
    kind: "beat",
    url: `/files/${id}`,
    title: `Title ${id}`,
    artist: "Meera",
    href: null,
    durationMs: 20_000,
    ...overrides,
  };
}

function makePlayer(isGone = false) {
  const element = new FakeAudioElement();
  const createElement = vi.fn(() => element);
  const player = new Player({ createElement, isGone: async () => isGone });
  return { player, element, createElement };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a new play stops the other: there is one element, and it holds the newer track", () => {
  const { player, element, createElement } = makePlayer();
  player.play(makeTrack("a"));
  player.play(makeTrack("b"));
  expect(createElement).toHaveBeenCalledTimes(1);
  expect(element.src).toBe("/files/b");
  expect(player.getState()).toMatchObject({
    track: { id: "b" },
    status: "playing",
    elapsedMs: 0,
  });
});

test("pause keeps the place, play goes on from there without loading again", () => {
  const { player, element } = makePlayer();
  const track = makeTrack("a");
  player.toggle(track);
  element.currentTime = 3;
  player.toggle(track);
  expect(player.getState()).toMatchObject({
    status: "paused",
    elapsedMs: 3000,
  });
  player.toggle(track);
  expect(element.loads).toBe(1);
  expect(player.getState().status).toBe("playing");
});

test("progress is told every 100 ms, and only while playing", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  const told = vi.fn();
  player.subscribe(told);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveBeenCalledTimes(10);
  element.currentTime = 1.5;
  vi.advanceTimersByTime(100);
  expect(player.getState().elapsedMs).toBe(1500);
  player.pause();
  told.mockClear();
  vi.advanceTimersByTime(5000);
  expect(told).not.toHaveBeenCalled();
});

test("at the end of playback the player resets", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  element.currentTime = 20;
  element.dispatchEvent(new Event("ended"));
  expect(element.currentTime).toBe(0);
  expect(player.getState()).toMatchObject({ status: "paused", elapsedMs: 0 });
});

test("a loop chosen on a card holds when it plays, and for that card alone", () => {
  const { player, element } = makePlayer();
  player.setLooping("a", true);
  player.play(makeTrack("a"));
  expect(element.loop).toBe(true);
  player.play(makeTrack("b"));
  expect(element.loop).toBe(false);
  player.setLooping("b", true);
  expect(element.loop).toBe(true);
  player.setLooping("b", false);
  expect(element.loop).toBe(false);
});

test("while blocked nothing starts, and what played is paused", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  const releaseFirst = player.block();
  const releaseSecond = player.block();
  expect(player.getState()).toMatchObject({
    status: "paused",
    isBlocked: true,
  });
  player.play(makeTrack("b"));
  expect(element.src).toBe("/files/a");
  releaseFirst();
  releaseFirst();
  player.play(makeTrack("b"));
  expect(player.getState().isBlocked).toBe(true);
  releaseSecond();
  player.play(makeTrack("b"));
  expect(player.getState()).toMatchObject({
    track: { id: "b" },
    status: "playing",
  });
});

test("seeking stays inside the track", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"), 5000);
  expect(element.currentTime).toBe(5);
  player.seek(-50);
  expect(element.currentTime).toBe(0);
  player.seek(90_000);
  expect(element.currentTime).toBe(20);
});

test("the length of the file replaces the stored one", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  element.duration = 21.5;
  element.dispatchEvent(new Event("durationchange"));
  expect(player.getState().durationMs).toBe(21_500);
  element.duration = Number.POSITIVE_INFINITY;
  element.dispatchEvent(new Event("durationchange"));
  expect(player.getState().durationMs).toBe(21_500);
});

test("an item without a file stops what plays and says so", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  player.play(makeTrack("b", { url: null }));
  expect(element.paused).toBe(true);
  expect(player.getState()).toMatchObject({
    track: null,
    failure: { track: { id: "b" }, problem: "missing" },
  });
});

test.each([
  [2, false, "network"],
  [3, false, "decode"],
  [4, false, "unsupported"],
  [4, true, "gone"],
] as const)(
  "error code %d, vanished %s, is %s",
  async (code, isGone, problem) => {
    const { player, element } = makePlayer(isGone);
    player.play(makeTrack("a"));
    element.failWith(code);
    await vi.advanceTimersByTimeAsync(0);
    expect(player.getState()).toMatchObject({
      status: "paused",
      failure: { track: { id: "a" }, problem },
    });
  },
);

test("a play the browser refuses is told, one that was overtaken is not", async () => {
  const { player, element } = makePlayer();
  element.refuseNextPlay("AbortError");
  player.play(makeTrack("a"));
  await vi.advanceTimersByTimeAsync(0);
  expect(player.getState().failure).toBeNull();
  element.refuseNextPlay("NotAllowedError");
  player.play(makeTrack("b"));
  await vi.advanceTimersByTimeAsync(0);
  expect(player.getState().failure?.problem).toBe("refused");
});

test("after a failure the same card can be tried again from the start", async () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  element.failWith(3);
  await vi.advanceTimersByTimeAsync(0);
  player.play(makeTrack("a"));
  expect(element.loads).toBe(2);
  expect(player.getState()).toMatchObject({ status: "playing", failure: null });
});

test("closing empties the deck", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  player.close();
  expect(element.src).toBe("");
  expect(player.getState()).toMatchObject({ track: null, status: "empty" });
});
