// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { ownDevice } from "./ownDevice";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("stays the same in one browser and differs between browsers", () => {
  const first = ownDevice();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(ownDevice()).toBe(first);
  localStorage.clear();
  expect(ownDevice()).not.toBe(first);
});

test("is empty when the browser forbids storage", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(ownDevice()).toBe("");
});
