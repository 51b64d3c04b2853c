import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeAudioElement } from "../../testing/fakeAudioElement";
import {
  connectMediaSession,
  type DrawArtwork,
  type MediaSessionLike,
} from "./connectMediaSession";
import { Player } from "./player";
import type { Track } from "./track";

interface ShownMetadata {
  title: string;
  artist: string;
  artwork: { src: string; sizes: string; type: string }[];
}

class FakeMediaMetadata {
  constructor(init: ShownMetadata) {
    Object.assign(this, init);
  }
}

beforeEach(() => vi.stubGlobal("MediaMetadata", FakeMediaMetadata));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const MONSOON: Track = {
  id: "beat:1",
  kind: "beat",
  url: "/files/1",
  title: "Monsoon",
  artist: "Meera",
  picture: { of: "beat", id: "1" },
  beatId: "1",
  href: null,
  durationMs: 8000,
};

const shownBy = (session: MediaSessionLike) =>
  session.metadata as ShownMetadata | null; // the fake holds what it was given

function connect(drawArtwork: DrawArtwork = async () => null) {
  const handlers = new Map<string, MediaSessionActionHandler>();
  const setPositionState = vi.fn();
  const session: MediaSessionLike = {
    metadata: null,
    playbackState: "none",
    setPositionState,
    setActionHandler: (action, handler) => {
      if (handler) handlers.set(action, handler);
      else handlers.delete(action);
    },
  };
  const element = new FakeAudioElement();
  const player = new Player({
    createElement: () => element,
    isGone: async () => false,
  });
  const disconnect = connectMediaSession(player, session, drawArtwork);
  player.play(MONSOON);
  return { handlers, session, setPositionState, element, player, disconnect };
}

test("the media session follows the player", () => {
  const { session, player, setPositionState } = connect();
  expect(session.playbackState).toBe("playing");
  expect(setPositionState).toHaveBeenLastCalledWith({
    duration: 8,
    position: 0,
    playbackRate: 1,
  });
  player.pause();
  expect(session.playbackState).toBe("paused");
  player.close();
  expect(session.playbackState).toBe("none");
});

test("media keys control the player", () => {
  const { handlers, player, element, disconnect } = connect();
  handlers.get("pause")?.({ action: "pause" });
  expect(player.getState().status).toBe("paused");
  handlers.get("play")?.({ action: "play" });
  expect(player.getState().status).toBe("playing");
  handlers.get("seekto")?.({ action: "seekto", seekTime: 4 });
  expect(element.currentTime).toBe(4);
  handlers.get("stop")?.({ action: "stop" });
  expect(player.getState().status).toBe("empty");
  disconnect();
  expect(handlers.size).toBe(0);
});

test("title and names appear at once, and the picture follows", async () => {
  const drawArtwork = vi.fn(async () => "blob:label");
  const { session } = connect(drawArtwork);
  expect(shownBy(session)).toEqual({
    title: "Monsoon",
    artist: "Meera",
    artwork: [],
  });
  await expect.poll(() => shownBy(session)?.artwork).toHaveLength(1);
  expect(shownBy(session)?.artwork).toEqual([
    { src: "blob:label", sizes: "512x512", type: "image/png" },
  ]);
  expect(drawArtwork).toHaveBeenCalledExactlyOnceWith({ of: "beat", id: "1" });
});

test("pausing and seeking do not draw the picture again", async () => {
  const drawArtwork = vi.fn(async () => "blob:label");
  const { player, session } = connect(drawArtwork);
  player.pause();
  player.resume();
  player.seek(4000);
  await expect.poll(() => shownBy(session)?.artwork).toHaveLength(1);
  expect(drawArtwork).toHaveBeenCalledTimes(1);
});

test("a picture that arrives after a change of track is not shown, and both are freed", async () => {
  const revoke = vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  let finishFirst: (url: string) => void = () => undefined;
  const first = new Promise<string>((resolve) => (finishFirst = resolve));
  const { player, session } = connect(({ id }) =>
    id === "1" ? first : Promise.resolve("blob:second"),
  );
  const picture = { of: "person", id: "2" } as const;
  player.play({ ...MONSOON, id: "verse:2", title: "Verse", picture });
  await expect.poll(() => shownBy(session)?.artwork).toHaveLength(1);
  finishFirst("blob:first");
  await expect.poll(() => revoke).toHaveBeenCalledWith("blob:first");
  expect(shownBy(session)).toMatchObject({ title: "Verse" });
  expect(shownBy(session)?.artwork[0]?.src).toBe("blob:second");
  player.close();
  expect(revoke).toHaveBeenCalledWith("blob:second");
  expect(session.metadata).toBeNull();
});

test("the lock screen steps through several tracks while they are played", () => {
  const { player, handlers } = connect();
  const act = (action: MediaSessionAction) =>
    handlers.get(action)?.({ action });
  expect(handlers.has("nexttrack")).toBe(false);
  const step = vi.fn();
  const place = { number: 2, count: 3 };
  const queue = { place, hasPrevious: true, hasNext: true };
  player.openQueue(new FakeAudioElement(), { ...queue, has: () => true, step });
  act("nexttrack");
  act("previoustrack");
  expect(step.mock.calls).toEqual([[1], [-1]]);
  player.showQueue({ ...queue, hasNext: false, has: () => true, step });
  expect(handlers.has("previoustrack")).toBe(true);
  expect(handlers.has("nexttrack")).toBe(false);
  player.leaveQueue();
  expect(handlers.has("nexttrack")).toBe(false);
});
