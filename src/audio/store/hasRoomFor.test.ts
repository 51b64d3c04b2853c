// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { hasRoomFor } from "./hasRoomFor";

afterEach(() => vi.unstubAllGlobals());

function browserWith(storage: Partial<StorageManager> | undefined) {
  vi.stubGlobal("navigator", storage === undefined ? {} : { storage });
}

test.each([
  ["room for more", { quota: 1_000, usage: 100 }, true],
  ["room for less", { quota: 1_000, usage: 600 }, false],
  ["a quota without a usage", { quota: 400 }, false],
  ["no quota", { usage: 100 }, true],
])("trusts a browser that reports %s", async (_, estimate, answer) => {
  browserWith({ estimate: async () => estimate });
  expect(await hasRoomFor(500)).toBe(answer);
});

test.each([
  ["has no storage manager", undefined],
  ["cannot estimate", {}],
  ["fails to estimate", { estimate: () => Promise.reject(new TypeError()) }],
])("assumes room in a browser that %s", async (_, storage) => {
  browserWith(storage);
  expect(await hasRoomFor(500)).toBe(true);
});

test("assumes room where the storage manager itself is forbidden", async () => {
  vi.stubGlobal("navigator", {
    get storage() {
      throw new DOMException("Forbidden.", "SecurityError");
    },
  });
  expect(await hasRoomFor(500)).toBe(true);
});
