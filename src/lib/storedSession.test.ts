// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { forgetSession, hasStoredSession, storedToken } from "./storedSession";

beforeEach(() => localStorage.clear());

test("recognises a session by the auth client's storage key", () => {
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem("gully-language", "hi");
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem("__convexAuthJWT_httplocalhost5173", "token");
  expect(hasStoredSession()).toBe(true);
});

test("finds the token of one backend", () => {
  localStorage.setItem("__convexAuthJWT_httplocalhost5173", "token");
  expect(storedToken("http://localhost:5173")).toBe("token");
  expect(storedToken("http://localhost:5174")).toBeNull();
});

test("finds nothing where the browser forbids storage", () => {
  const forbidden = new Proxy({} as Storage, {
    get: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(storedToken("http://localhost:5173", forbidden)).toBeNull();
});

test("forgets the session, and nothing else", () => {
  localStorage.setItem("__convexAuthJWT_httplocalhost5173", "token");
  localStorage.setItem("__convexAuthRefreshToken_httplocalhost5173", "other");
  localStorage.setItem("gully-language", "hi");
  forgetSession();
  expect(Object.keys(localStorage)).toEqual(["gully-language"]);
});
