import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeAudioElement } from "../../../testing/fakeAudioElement";
import { passOver } from "../passOver";
import { Player } from "../player";
import type { Track } from "../track";
import type { TrackList } from "../trackList";
import { playOn } from "./playOn";

const makeTrack = (id: string, overrides: Partial<Track> = {}): Track => ({
  ...{ id, kind: "beat", url: `/files/${id}`, title: id, artist: "Meera" },
  ...{ picture: null, beatId: null, href: null, durationMs: 20_000 },
  ...overrides,
});
const [A, B, C, D] = ["a", "b", "c", "d"].map((id) => makeTrack(id)) as [
  Track,
  Track,
  Track,
  Track,
];

const GONE = 4;
const NETWORK = 2;

/** Plays a track of a list. */
function begin(track: Track, list: TrackList) {
  const element = new FakeAudioElement();
  const player = new Player({
    createElement: () => element,
    isGone: async () => true,
  });
  const ahead: FakeAudioElement[] = [];
  player.play(track);
  playOn(player, list, track, () => {
    const made = new FakeAudioElement();
    ahead.push(made);
    return made;
  });
  const goTo = (seconds: number) => {
    element.currentTime = seconds;
    vi.advanceTimersByTime(100); // the player checks the time this often
  };
  return {
    ...{ player, element, ahead, goTo },
    end: () => element.dispatchEvent(new Event("ended")),
    step: (by: 1 | -1) => player.getState().queue?.step(by),
    playing: () => {
      const { track: now, status } = player.getState();
      return status === "playing" ? now?.id : status;
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("plays the next track from its start when one ends, and stands at the start after the last", () => {
  const { player, element, end, playing } = begin(A, { tracks: [A, B] });
  element.currentTime = 20;
  end();
  expect(playing()).toBe("b");
  expect(element).toMatchObject({ src: "/files/b", currentTime: 0 });
  expect(player.getState().queue?.hasNext).toBe(false);
  end();
  expect(player.getState()).toMatchObject({
    ...{ track: { id: "b" }, status: "paused", elapsedMs: 0 },
  });
});

test("a track that is set to loop does not end", () => {
  const { player, element } = begin(A, { tracks: [A, B] });
  player.setLooping("a", true);
  expect(element.loop).toBe(true);
});

test("goes back to the track before within three seconds, and later to the start of this one", () => {
  const { player, element, step, goTo, playing } = begin(A, { tracks: [A, B] });
  step(1);
  goTo(3.1);
  step(-1);
  expect(playing()).toBe("b");
  expect(element.currentTime).toBe(0);
  step(-1);
  expect(playing()).toBe("a");
  player.seek(2000);
  step(-1);
  expect(playing()).toBe("a");
  expect(element.currentTime).toBe(0);
});

test("another track ends it, also one of the same list that is played by itself", () => {
  for (const other of [makeTrack("z"), B]) {
    const { player, end, playing } = begin(A, { tracks: [A, B, C] });
    player.play(other);
    expect(player.getState().queue).toBeNull();
    end();
    expect(playing()).toBe("paused");
  }
});

test("does nothing if another track plays by the time its code is there", () => {
  const { player } = begin(A, { tracks: [] });
  playOn(player, { tracks: [B, C] }, B);
  expect(player.getState().queue).toBeNull();
});

test("goes on with further pages, which are loaded while the last track plays, and skips what it knows", async () => {
  const pages = [[B, C], [], [D]];
  const loadPage = vi.fn(async (n: number) => pages[n - 1] ?? null);
  const { player, end, playing } = begin(B, { tracks: [A, B], loadPage });
  await settle();
  expect(loadPage.mock.calls).toEqual([[1]]);
  end();
  expect(playing()).toBe("c");
  expect(player.getState().queue?.hasNext).toBe(true);
  await settle();
  end();
  expect(playing()).toBe("d");
  await settle();
  expect(loadPage.mock.calls).toEqual([[1], [2], [3], [4]]);
  expect(player.getState().queue?.hasNext).toBe(false);
});

test("waits at the end for a page that loads slowly, unless the viewer goes elsewhere", async () => {
  const slow = async (n: number) => {
    await new Promise((done) => setTimeout(done, 1000));
    return n === 1 ? [B] : null;
  };
  const waiting = begin(A, { tracks: [A], loadPage: slow });
  waiting.end();
  expect(waiting.playing()).toBe("paused");
  await vi.advanceTimersByTimeAsync(1000);
  expect(waiting.playing()).toBe("b");

  const gone = begin(A, { tracks: [A], loadPage: slow });
  gone.end();
  gone.player.play(D);
  await vi.advanceTimersByTimeAsync(1000);
  expect(gone.playing()).toBe("d");
});

test("asks for a page again that could not be loaded", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const loadPage = vi
    .fn(async (n: number) => (n === 1 ? [B] : null))
    .mockRejectedValueOnce(new Error("offline"));
  const { player, step, playing } = begin(A, { tracks: [A], loadPage });
  await settle();
  expect(player.getState().queue?.hasNext).toBe(true);
  step(1);
  await settle();
  expect(playing()).toBe("b");
});

test("passes over tracks that are gone or have no file, in the direction of the step", async () => {
  const noFile = makeTrack("n", { url: null });
  const list = { tracks: [A, noFile, B, C] };
  const { element, end, step, playing } = begin(A, list);
  end();
  expect(playing()).toBe("b");
  element.failWith(GONE);
  await settle();
  expect(playing()).toBe("c");
  step(-1);
  element.failWith(GONE);
  await settle();
  expect(playing()).toBe("a");
});

test("passes over a track that is known to be deleted before its file has answered", () => {
  const { player, element, end, playing } = begin(A, { tracks: [A, B, C] });
  end();
  element.failWith(GONE);
  passOver(player);
  expect(playing()).toBe("c");
});

test("stops without a connection", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const { player, element, end } = begin(A, { tracks: [A, B, C] });
  end();
  element.failWith(NETWORK);
  await settle();
  vi.unstubAllGlobals();
  expect(player.getState().failure).toMatchObject({
    ...{ track: { id: "b" }, problem: "offline" },
  });
});

test("stops at a lost connection, and at a failure of the track that the viewer chose", async () => {
  const chosen = begin(A, { tracks: [A, B] });
  chosen.element.failWith(GONE);
  await settle();
  expect(chosen.player.getState().failure?.track.id).toBe("a");

  const offline = begin(A, { tracks: [A, B, C] });
  offline.end();
  offline.element.failWith(NETWORK);
  await settle();
  expect(offline.player.getState().failure).toMatchObject({
    ...{ track: { id: "b" }, problem: "network" },
  });
});

const LONG = [
  makeTrack("x", { durationMs: 60_000 }),
  makeTrack("y", { durationMs: 60_000 }),
  makeTrack("z", { durationMs: 60_000 }),
] as const;

test("loads the next file near the end, once, and lets go of it when the file plays or the list is left", () => {
  const { player, element, ahead, end, goTo } = begin(LONG[0], {
    tracks: LONG,
  });
  const held = () => ahead.map(({ src }) => src);
  goTo(39);
  expect(held()).toEqual([]);
  goTo(41);
  goTo(50);
  expect(held()).toEqual(["/files/y"]);
  expect(ahead[0]).toMatchObject({ preload: "auto", loads: 1, paused: true });
  element.isSilentAboutPlaying = true;
  end();
  expect(player.getState()).toMatchObject({ status: "loading" });
  expect(held()).toEqual(["/files/y"]);
  element.dispatchEvent(new Event("playing"));
  expect(held()).toEqual([""]);
  goTo(45);
  expect(held()).toEqual(["", "/files/z"]);
  player.play(D);
  expect(held()).toEqual(["", ""]);
});

test("lets go of the next file when another one follows", () => {
  const { ahead, step, goTo } = begin(LONG[1], { tracks: LONG });
  goTo(50);
  expect(ahead.map(({ src }) => src)).toEqual(["/files/z"]);
  goTo(2);
  step(-1);
  expect(ahead.map(({ src }) => src)).toEqual([""]);
});

test.each([
  ["a track that loops", (player: Player) => player.setLooping("x", true)],
  ["a track that is paused", (player: Player) => player.pause()],
  [
    "people who save data",
    () => vi.stubGlobal("navigator", { connection: { saveData: true } }),
  ],
])("loads nothing ahead for %s", (_, prepare) => {
  const { player, ahead, goTo } = begin(LONG[0], { tracks: LONG });
  prepare(player);
  goTo(50);
  player.seek(50_000);
  vi.unstubAllGlobals();
  expect(ahead).toEqual([]);
});
