import { expect, test, vi } from "vitest";
import { FakeAudioElement } from "./fakeAudioElement";
import { connectMediaSession, type MediaSessionLike } from "./mediaSession";
import { Player } from "./player";

function connect() {
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
  const disconnect = connectMediaSession(player, session);
  player.play({
    id: "beat:1",
    kind: "beat",
    url: "/files/1",
    title: "Monsoon",
    artist: "Meera",
    href: null,
    durationMs: 8000,
  });
  return { handlers, session, setPositionState, element, player, disconnect };
}

test("the lock screen follows the player", () => {
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

test("the keys of a headset work the player", () => {
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
