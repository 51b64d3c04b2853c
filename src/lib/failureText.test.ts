import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import {
  alsoWrong,
  failureCode,
  failureText,
  retryAfterMs,
} from "./failureText";

const refusal = new ConvexError({
  code: "RATE_LIMITED",
  message: "Too many attempts. Please try again in 2 minutes.",
  retryAfterMs: 120_000,
});

test("passes on the server's user-facing message, code and retry delay", () => {
  expect(failureText(refusal, "fallback")).toBe(refusal.data.message);
  expect(failureCode(refusal)).toBe("RATE_LIMITED");
  expect(retryAfterMs(refusal)).toBe(120_000);
});

test("passes on what is wrong as well", () => {
  const both = { code: "EMAIL_TAKEN", message: "x", also: "USERNAME_TAKEN" };
  expect(alsoWrong(new ConvexError(both))).toBe("USERNAME_TAKEN");
  expect(alsoWrong(refusal)).toBeNull();
});

test("passes on a message whose code only a newer server has", () => {
  const newer = new ConvexError({ code: "NEWER_RULE", message: "Not so." });
  expect(failureText(newer, "fallback")).toBe("Not so.");
});

test.each([
  new Error("[CONVEX M(votes:set)] [Request ID: 1f] Server Error"),
  new ConvexError("a bare string"),
  new ConvexError({ code: "NotOurs", message: "x" }),
  "thrown text",
  null,
])("returns the fallback for %s", (error) => {
  expect(failureText(error, "fallback")).toBe("fallback");
  expect(failureCode(error)).toBeNull();
  expect(retryAfterMs(error)).toBeNull();
});
