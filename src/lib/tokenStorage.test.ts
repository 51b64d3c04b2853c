// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { tokenStorage } from "./tokenStorage";

afterEach(() => vi.restoreAllMocks());

const keeps = (storage: ReturnType<typeof tokenStorage>) => {
  storage.setItem("a", "1");
  const kept = storage.getItem("a");
  storage.removeItem("a");
  return [kept, storage.getItem("a")];
};

test("keeps tokens in localStorage, so that other tabs see them", () => {
  expect(tokenStorage()).toBe(localStorage);
  expect(localStorage).toHaveLength(0);
});

test("keeps them in memory where reading localStorage throws", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied.", "SecurityError");
  });
  expect(keeps(tokenStorage())).toEqual(["1", null]);
});

test("keeps them in memory where there is no localStorage", () => {
  vi.spyOn(window, "localStorage", "get").mockReturnValue(
    null as unknown as Storage, // as in some in-app browsers
  );
  expect(keeps(tokenStorage())).toEqual(["1", null]);
});

test("keeps them in memory where localStorage takes nothing more", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(keeps(tokenStorage())).toEqual(["1", null]);
});
