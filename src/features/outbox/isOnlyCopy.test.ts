import { expect, test } from "vitest";
import { isOnlyCopy } from "./isOnlyCopy";

const entry = {
  ...{ id: "take-1", userId: "u1", beatId: "b1", beatTitle: "Monsoon" },
  ...{ mimeType: "audio/webm", peaks: [1], durationMs: 1000, createdAt: 1 },
  ...{ percent: 40, isPaused: false, problem: null, uploadId: null },
  extras: {},
};

/** A device that holds one take of the user. */
const holding = (id: string) => ({
  listAll: async (userId: string) => [
    { id, userId, beatId: "b1", mimeType: "audio/webm", createdAt: 1 },
  ],
});

test("a take that this device keeps is not lost with its entry", async () => {
  expect(await isOnlyCopy(holding("take-1"), entry)).toBe(false);
  const kept = { ...entry, isKept: true };
  expect(await isOnlyCopy(holding("take-1"), kept)).toBe(false);
});

test("a take that is stored only in part is", async () => {
  const cut = { ...entry, isKept: false };
  expect(await isOnlyCopy(holding("take-1"), cut)).toBe(true);
});

test("so is one that is gone, or on a device that cannot be read", async () => {
  expect(await isOnlyCopy(holding("take-2"), entry)).toBe(true);
  const broken = { listAll: () => Promise.reject(new Error("no database")) };
  expect(await isOnlyCopy(broken, entry)).toBe(true);
});
