import { expect, test } from "vitest";
import { ListenMeter } from "./listenMeter";
import type { PlayerState } from "./playerState";
import { type Track, type TrackKind, trackId } from "./track";

const makeTrack = (
  id: string,
  durationMs = 60_000,
  kind: TrackKind = "beat",
): Track => ({
  ...{ id: trackId(kind, id), kind, url: `/files/${id}`, title: "Gully" },
  ...{ artist: "Meera", picture: null, beatId: null, href: null, durationMs },
});

/** A listener to whom a player plays in steps of 100 ms. */
function makeEar() {
  const meter = new ListenMeter();
  const heard: string[] = [];
  let now = 1000;
  const note = (
    track: Track,
    elapsedMs: number,
    status: PlayerState["status"] = "playing",
  ) => {
    const id = meter.note({ track, status, elapsedMs }, now);
    if (id !== null) heard.push(id);
  };
  return {
    heard,
    note,
    wait: (ms: number) => (now += ms),
    play(track: Track, fromMs: number, ms: number) {
      note(track, fromMs);
      for (let at = 100; at <= ms; at += 100) {
        now += 100;
        note(track, fromMs + at);
      }
      note(track, fromMs + ms, "paused");
    },
  };
}

test("fifteen seconds count, once", () => {
  const ear = makeEar();
  ear.play(makeTrack("a"), 0, 14_900);
  expect(ear.heard).toEqual([]);
  ear.play(makeTrack("a"), 14_900, 40_000);
  expect(ear.heard).toEqual(["a"]);
  ear.play(makeTrack("a"), 0, 40_000);
  expect(ear.heard).toEqual(["a"]);
});

test("half of something short counts", () => {
  const ear = makeEar();
  const short = makeTrack("s", 8_000, "verse");
  ear.play(short, 0, 3_900);
  expect(ear.heard).toEqual([]);
  ear.play(short, 3_900, 200);
  expect(ear.heard).toEqual(["s"]);
});

test("parts of it add up, also with something else in between", () => {
  const ear = makeEar();
  ear.play(makeTrack("a"), 0, 8_000);
  ear.play(makeTrack("b"), 0, 16_000);
  ear.play(makeTrack("a"), 30_000, 8_000);
  expect(ear.heard).toEqual(["b", "a"]);
});

test("seeks, pauses and loading do not count", () => {
  const ear = makeEar();
  const track = makeTrack("a");
  for (let at = 0; at < 60_000; at += 5_000) ear.play(track, at, 1_000);
  expect(ear.heard).toEqual([]);
  ear.note(track, 0, "paused");
  ear.wait(60_000);
  ear.note(track, 20_000, "paused");
  ear.note(track, 20_000, "loading");
  ear.wait(60_000);
  ear.note(track, 20_100);
  expect(ear.heard).toEqual([]);
});

test("a tab in the background, whose timers are late, counts as well", () => {
  const ear = makeEar();
  const track = makeTrack("a");
  for (let at = 0; at <= 16_000; at += 1_000) {
    ear.note(track, at);
    ear.wait(1_000);
  }
  expect(ear.heard).toEqual(["a"]);
});

test("takes do not count", () => {
  const ear = makeEar();
  ear.play(makeTrack("t", 10_000, "take"), 0, 10_000);
  expect(ear.heard).toEqual([]);
});
