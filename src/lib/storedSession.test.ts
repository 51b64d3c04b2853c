// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { hasStoredSession } from "./hasStoredSession";

beforeEach(() => localStorage.clear());

test("recognises a session by the auth client's storage key", () => {
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem("gully-language", "hi");
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem("__convexAuthJWT_httplocalhost5173", "token");
  expect(hasStoredSession()).toBe(true);
});
