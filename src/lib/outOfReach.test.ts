import { afterEach, expect, test, vi } from "vitest";
import { isForLackOfConnection, OutOfReachError, reached } from "./outOfReach";

afterEach(() => vi.unstubAllGlobals());

test("what does not arrive is out of reach", async () => {
  const cause = new TypeError("Failed to fetch");
  await expect(reached(Promise.reject(cause))).rejects.toThrow(OutOfReachError);
  expect(await reached(Promise.resolve("here"))).toBe("here");
});

test.each([
  ["what did not arrive", new OutOfReachError(), true],
  ["a request", new TypeError("Failed to fetch"), true],
  ["a call", new Error("Connection lost while action was in flight"), true],
  ["another fault", new Error("The disk is full"), false],
  ["no error", undefined, false],
])("%s fails for lack of a connection: %s", (_, error, isFor) => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(isForLackOfConnection(error)).toBe(isFor);
  vi.stubGlobal("navigator", { onLine: true });
  expect(isForLackOfConnection(error)).toBe(false);
});
