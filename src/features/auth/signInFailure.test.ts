import { expect, test } from "vitest";
import { signInFailure } from "./signInFailure";

test.each([
  ["Invalid login credentials", "invalidCredentials"],
  ["INVALID LOGIN CREDENTIALS", "invalidCredentials"],
  ["Invalid email or password.", "invalidCredentials"],
  ["Email not confirmed", "notConfirmed"],
  ["A network error occurred", "network"],
  ["TypeError: Failed to fetch", "network"],
  ["Connection lost while action was in flight", "network"],
  ["User not found", "userNotFound"],
  ["Wrong PASSWORD given", "incorrectPassword"],
  ["", "unknown"],
  ["[CONVEX A(auth:signIn)] [Request ID: 1f] Server Error", "unknown"],
  ["Uncaught Error: bad password hash at handler (auth.ts:9)", "unknown"],
])("classifies %j as %s", (message, kind) => {
  expect(signInFailure(message).kind).toBe(kind);
});

test("keeps a user-facing message", () => {
  const message = "Too many attempts. Please try again in 2 minutes.";
  expect(signInFailure(message)).toEqual({ kind: "original", message });
});

test("leads to /activate only for an unconfirmed email", () => {
  expect(signInFailure("Email not confirmed")).toMatchObject({
    toActivate: true,
  });
  expect(signInFailure("Invalid login credentials")).toMatchObject({
    toActivate: false,
  });
});
