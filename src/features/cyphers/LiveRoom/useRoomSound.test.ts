// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerClock } from "../../../audio/room/serverClock";
import { endedCypher } from "./testCypher";
import { useRoomSound } from "./useRoomSound";

/** Whether the browser lets a new context run before a tap. */
const browser = { allows: true };
const contexts: FakeContext[] = [];

class FakeContext extends EventTarget {
  state = browser.allows ? "running" : "suspended";
  constructor() {
    super();
    contexts.push(this);
  }
  resume = async () => {
    this.state = "running";
  };
  close = async () => {
    this.state = "closed";
  };
}

const players = vi.hoisted(() => ({ made: 0, disposed: 0 }));

vi.mock("../../../audio/room/roomPlayer", () => ({
  NOTHING_HEARD: { heard: null },
  RoomPlayer: class {
    readonly state = { heard: "beat" };
    constructor() {
      players.made += 1;
    }
    getState = () => this.state;
    subscribe = () => () => undefined;
    setSilent = () => undefined;
    setScore = () => undefined;
    dispose = () => {
      players.disposed += 1;
    };
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", FakeContext);
  localStorage.clear();
  browser.allows = true;
  contexts.length = 0;
  Object.assign(players, { made: 0, disposed: 0 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const clock = new ServerClock();
const cypher = endedCypher();

const open = () =>
  renderHook(
    (isWanted: boolean) =>
      useRoomSound(cypher, { clock, isWanted, isSilent: false }),
    { initialProps: true },
  );

test("a room sounds by itself where the browser allows that", () => {
  const { result } = open();
  expect(result.current.player).not.toBeNull();
  expect(result.current.state.heard).toBe("beat");
});

test("a browser that asks for a tap gets none of it before, and then it sounds", () => {
  browser.allows = false;
  const { result } = open();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current.player).toBeNull();
  expect(contexts.map(({ state }) => state)).toEqual(["closed"]);
  act(() => result.current.listen());
  expect(result.current.player).not.toBeNull();
  expect(contexts.at(-1)?.state).toBe("running");
});

test("whoever stopped listening is not played to again, until they tap", () => {
  const first = open();
  act(() => first.result.current.stop());
  expect(first.result.current.player).toBeNull();
  first.unmount();
  const second = open();
  expect(second.result.current.player).toBeNull();
  act(() => second.result.current.listen());
  second.unmount();
  expect(open().result.current.player).not.toBeNull();
});

test("a room where nothing more is to be heard keeps no player", () => {
  const { result, rerender } = open();
  rerender(false);
  expect(result.current.player).toBeNull();
  expect(players).toEqual({ made: 1, disposed: 1 });
});
