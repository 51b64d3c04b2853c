// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endedCypher } from "./testCypher";
import { useRoom } from "./useRoom";

const here = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock("convex/react", () => ({ useMutation: () => here }));

beforeEach(() => {
  // The file of the last verse starts at 27.6 s and ends at 36.6 s.
  vi.useFakeTimers({ now: 30_000 });
  here.mockReset();
  here.mockImplementation(async () => ({
    ...{ now: Date.now(), intervalMs: 20_000, sessionToken: "token" },
  }));
  Object.assign(navigator, { sendBeacon: () => true });
});

afterEach(() => vi.useRealTimers());

const renderRoom = (changes = {}) =>
  renderHook(
    ({ isInLine, isOpen }) =>
      useRoom(endedCypher({ ...changes, isOpen }), {
        ...{ isMember: true, isInLine },
      }),
    { initialProps: { isInLine: false, isOpen: false } },
  );

const open = (changes = {}) => renderRoom(changes).result;

const passTime = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

test("the last verse ends a cypher, and its room goes on until that is heard, also for whoever comes late", async () => {
  const room = open();
  expect(room.current).toMatchObject({ isIn: true, isWanted: false });
  await passTime(1_000);
  expect(room.current).toMatchObject({ isIn: true, isWanted: true });
  await passTime(5_000);
  expect(room.current).toMatchObject({ isIn: true, isWanted: true });
  await passTime(1_000);
  expect(room.current).toMatchObject({ isIn: false, isWanted: false });
});

test("a cypher that ended long ago asks once whether there is a room", async () => {
  here.mockRejectedValue(
    new ConvexError({ code: "CYPHER_OVER", message: "It is over." }),
  );
  const room = open();
  await passTime(1_000);
  await passTime(200_000);
  expect(room.current).toMatchObject({ isIn: false, isWanted: false });
  expect(here).toHaveBeenCalledTimes(1);
});

test("a cypher that ended without a verse to hear has no room", async () => {
  const room = open({ playing: null, before: [] });
  await passTime(1_000);
  expect(room.current).toMatchObject({ isIn: false, isWanted: false });
  expect(here).not.toHaveBeenCalled();
});

test("an announced cypher has no room at first, and asks each minute", async () => {
  here.mockRejectedValueOnce(
    new ConvexError({ code: "CYPHER_OVER", message: "It is over." }),
  );
  const changes = { startsAt: 9e9, endReason: null, playing: null, before: [] };
  const room = open(changes);
  await passTime(59_000);
  expect(here).toHaveBeenCalledTimes(1);
  await passTime(2_000);
  expect(here).toHaveBeenCalledTimes(2);
  expect(room.current).toMatchObject({ isIn: true, isWanted: false });
});

test("a viewer who gets in line, or whose cypher opens, says at once that they are here", async () => {
  const { rerender } = renderRoom();
  await passTime(5_000);
  const said = here.mock.calls.length;
  rerender({ isInLine: true, isOpen: false });
  expect(here).toHaveBeenCalledTimes(said + 1);
  rerender({ isInLine: true, isOpen: true });
  expect(here).toHaveBeenCalledTimes(said + 2);
  rerender({ isInLine: true, isOpen: true });
  expect(here).toHaveBeenCalledTimes(said + 2);
});
