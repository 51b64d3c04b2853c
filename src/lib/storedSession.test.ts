import { beforeEach, expect, it } from "vitest";
import { hasStoredSession } from "./storedSession";

beforeEach(() => localStorage.clear());

it("knows a session by the key of the auth client", () => {
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem("gully-language", "hi");
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem("__convexAuthJWT_httplocalhost5173", "token");
  expect(hasStoredSession()).toBe(true);
});
