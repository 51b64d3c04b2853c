import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeAudioElement } from "../../testing/fakeAudioElement";
import { Player } from "./player";
import type { Track } from "./track";

function makeTrack(id: string, overrides: Partial<Track> = {}): Track {
  return {
    id,
    kind: "beat",
    url: `/files/${id}`,
    title: `Title ${id}`,
    artist: "Meera",
    picture: null,
    beatId: null,
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

const PLACE = {
  place: { number: 1, count: 2 },
  ...{ hasPrevious: false, hasNext: true },
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("playing another track replaces the first in the only audio element", () => {
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

test("is unlocked in a tap before anything plays, and not again", () => {
  const { player, element, createElement } = makePlayer();
  const load = vi.spyOn(element, "load");
  player.unlock();
  expect(load).toHaveBeenCalledTimes(1);
  expect(player.getState().status).toBe("empty");
  player.play(makeTrack("a"));
  player.unlock();
  expect(load).toHaveBeenCalledTimes(1);
  expect(createElement).toHaveBeenCalledTimes(1);
  expect(player.getState().status).toBe("playing");
});

test("play resumes at the paused position without loading again", () => {
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

test("reports progress every 100 ms, and only while playing", () => {
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

test("resets at the end of a track", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  element.currentTime = 20;
  element.dispatchEvent(new Event("ended"));
  expect(element.currentTime).toBe(0);
  expect(player.getState()).toMatchObject({ status: "paused", elapsedMs: 0 });
});

test("plays an ended track again, even if the browser sends no playing event", async () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  element.dispatchEvent(new Event("ended"));
  element.isSilentAboutPlaying = true;
  player.play(makeTrack("a"));
  await vi.advanceTimersByTimeAsync(0);
  element.currentTime = 1.5;
  vi.advanceTimersByTime(100);
  expect(player.getState()).toMatchObject({
    status: "playing",
    elapsedMs: 1500,
  });
});

test("stays paused if paused before playback has started", async () => {
  const { player, element } = makePlayer();
  element.isSilentAboutPlaying = true;
  player.play(makeTrack("a"));
  player.pause();
  await vi.advanceTimersByTimeAsync(0);
  expect(player.getState().status).toBe("paused");
});

test("keeps the loop setting per track, also when set before it plays", () => {
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

test("the first loop brings an element that repeats without a gap, for what plays too", async () => {
  const own = new FakeAudioElement();
  const rounds = new FakeAudioElement();
  const openRounds = vi
    .fn(async () => rounds)
    .mockRejectedValueOnce(new Error("out of reach"));
  const parts = { createElement: () => own, isGone: async () => false };
  const player = new Player({ ...parts, openRounds });
  player.play(makeTrack("a"));
  player.setLooping("a", true);
  await vi.advanceTimersByTimeAsync(0);
  expect(own).toMatchObject({ loop: true, paused: false });
  player.setLooping("a", false);
  player.setLooping("a", true);
  await vi.advanceTimersByTimeAsync(0);
  expect(openRounds).toHaveBeenCalledTimes(2);
  rounds.paused = false; // as if the element now played the track
  own.dispatchEvent(new Event("pause"));
  expect(player.getState().status).toBe("playing");
  player.pause();
  expect(rounds.paused).toBe(true);
  player.setLooping("b", true);
  player.play(makeTrack("b"));
  expect(rounds).toMatchObject({ src: "/files/b", loop: true });
  expect(openRounds).toHaveBeenCalledTimes(2);
});

test("pauses when blocked and plays nothing until every block is released", () => {
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

test("limits seeking to the track", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"), 5000);
  expect(element.currentTime).toBe(5);
  player.seek(-50);
  expect(element.currentTime).toBe(0);
  player.seek(90_000);
  expect(element.currentTime).toBe(20);
});

test("keeps the stored duration, whatever the browser takes the file's for", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  for (const guess of [21.5, 8.9, Number.POSITIVE_INFINITY]) {
    Object.assign(element, { duration: guess });
    element.dispatchEvent(new Event("durationchange"));
    expect(player.getState().durationMs).toBe(20_000);
  }
});

test("playing a track without a file stops playback and reports it", () => {
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
  "reports media error %d (file gone: %s) as %s",
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

test.each([
  [2, "offline"],
  [3, "decode"],
  [4, "offline"],
] as const)(
  "reports media error %d without a connection as %s",
  async (code, problem) => {
    vi.stubGlobal("navigator", { onLine: false });
    const { player, element } = makePlayer();
    player.play(makeTrack("a"));
    element.failWith(code);
    await vi.advanceTimersByTimeAsync(0);
    expect(player.getState().failure?.problem).toBe(problem);
  },
);

test("reports a play that the browser refuses, but not one that was interrupted", async () => {
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

test("plays a failed track again from the start", async () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  element.failWith(3);
  await vi.advanceTimersByTimeAsync(0);
  player.play(makeTrack("a"));
  expect(element.loads).toBe(2);
  expect(player.getState()).toMatchObject({ status: "playing", failure: null });
});

test("close unloads the track", () => {
  const { player, element } = makePlayer();
  player.play(makeTrack("a"));
  player.close();
  expect(element.src).toBe("");
  expect(player.getState()).toMatchObject({ track: null, status: "empty" });
});

test("plays loud tracks at a lower volume, until equal loudness is off", () => {
  const { player, element } = makePlayer();
  const loudness = { lufs: -8, truePeakDbtp: -1 };
  player.play(makeTrack("loud", { loudness }));
  expect(element.volume).toBeCloseTo(0.501, 3);
  player.setEqual(false);
  expect(player.getState().isEqual).toBe(false);
  expect(element.volume).toBe(1);
  player.play(makeTrack("other", { loudness }));
  expect(element.volume).toBe(1);
  player.setEqual(true);
  expect(element.volume).toBeCloseTo(0.501, 3);
  player.play(makeTrack("unmeasured"));
  expect(element.volume).toBe(1);
});

test("learns at the first play that the volume cannot be set", async () => {
  const isVolumeFixed = vi.fn(async () => true);
  const player = new Player({
    createElement: () => new FakeAudioElement(),
    isGone: async () => false,
    isVolumeFixed,
  });
  expect(isVolumeFixed).not.toHaveBeenCalled();
  player.play(makeTrack("a"));
  player.play(makeTrack("b"));
  await vi.advanceTimersByTimeAsync(0);
  expect(isVolumeFixed).toHaveBeenCalledTimes(1);
  expect(player.getState()).toMatchObject({
    track: { id: "b" },
    isVolumeFixed: true,
  });
});

test("starts without equal loudness where it was switched off", () => {
  const element = new FakeAudioElement();
  const parts = { createElement: () => element, isGone: async () => false };
  const player = new Player({ ...parts, isEqual: false });
  player.play(makeTrack("a", { loudness: { lufs: -5, truePeakDbtp: 0 } }));
  expect(element.volume).toBe(1);
});

test("a queue plays on its own element, and another track gives the player's back", () => {
  const { player, element } = makePlayer();
  const tracks = [makeTrack("a"), makeTrack("b")];
  const has = (track: Track) => tracks.includes(track);
  const queue = { ...PLACE, has, step: () => undefined };
  player.play(makeTrack("z"));
  const other = new FakeAudioElement();
  player.openQueue(other, queue);
  for (const track of tracks) player.play(track);
  expect(element.paused).toBe(true);
  expect(other.src).toBe("/files/b");
  expect(player.getState()).toMatchObject({ queue, status: "playing" });

  player.play(makeTrack("z"));
  expect(other.paused).toBe(true);
  expect(other.src).toBe("");
  expect(element.src).toBe("/files/z");
  expect(player.getState()).toMatchObject({ queue: null, status: "playing" });
  other.dispatchEvent(new Event("pause"));
  expect(player.getState().status).toBe("playing");
});

test("a queue that goes on by itself shows the next track", () => {
  const { player } = makePlayer();
  const other = new FakeAudioElement();
  const queue = { ...PLACE, has: () => true, step: () => undefined };
  player.openQueue(other, queue);
  player.play(makeTrack("a"));
  other.currentTime = 5;
  player.handOver(makeTrack("b", { durationMs: 9_000 }));
  expect(other.src).toBe("/files/a"); // the first element is left alone
  expect(player.getState()).toMatchObject({
    ...{ track: { id: "b" }, status: "playing" },
    ...{ elapsedMs: 0, durationMs: 9_000 },
  });
});
