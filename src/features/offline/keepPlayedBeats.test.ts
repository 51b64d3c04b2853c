import { expect, test, vi } from "vitest";
import { EMPTY, type PlayerState } from "../../audio/player/playerState";
import type { Track } from "../../audio/player/track";
import { keepPlayedBeats } from "./keepPlayedBeats";

const track = (overrides: Partial<Track> = {}): Track => ({
  ...{ id: "beat:a", kind: "beat", url: "/files/a", title: "A", artist: "B" },
  ...{ picture: null, beatId: null, href: null, durationMs: 60_000 },
  ...overrides,
});

function startKeeping() {
  const keep = vi.fn(async () => {});
  let state: PlayerState = EMPTY;
  let tell = () => {};
  const subscribe = (listener: () => void) => {
    tell = listener;
    return () => {};
  };
  keepPlayedBeats({ getState: () => state, subscribe }, keep);
  const hear = (
    played: Track,
    elapsedMs: number,
    queue: PlayerState["queue"] = null,
  ) => {
    const { durationMs } = played;
    state = {
      ...EMPTY,
      track: played,
      durationMs,
      elapsedMs,
      queue,
      status: "playing",
    };
    tell();
  };
  return { keep, hear };
}

test("keeps a beat once it was heard for a while", () => {
  const { keep, hear } = startKeeping();
  hear(track(), 4_900);
  expect(keep).not.toHaveBeenCalled();
  hear(track(), 5_000);
  hear(track(), 5_100);
  expect(keep).toHaveBeenCalledTimes(1);
  expect(keep).toHaveBeenCalledWith("/files/a");
});

test("of a short beat, half is enough", () => {
  const { keep, hear } = startKeeping();
  hear(track({ durationMs: 4_000 }), 2_000);
  expect(keep).toHaveBeenCalledTimes(1);
});

test.each([
  ["a verse", { kind: "verse" }],
  ["a beat without a file", { url: null }],
] as const)("does not keep %s", (_, overrides) => {
  const { keep, hear } = startKeeping();
  hear(track(overrides), 30_000);
  expect(keep).not.toHaveBeenCalled();
});

test("does not keep a beat that came by itself in a list", () => {
  const { keep, hear } = startKeeping();
  const parts = { place: null, hasPrevious: true, hasNext: true };
  const queue = { ...parts, has: () => true, step: () => undefined };
  hear(track(), 5_000, { ...queue, isChosen: false });
  expect(keep).not.toHaveBeenCalled();
  hear(track(), 5_000, { ...queue, isChosen: true });
  expect(keep).toHaveBeenCalledTimes(1);
});
