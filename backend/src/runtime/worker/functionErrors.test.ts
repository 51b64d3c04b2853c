import { expect, test } from "vitest";
import {
  CallRefused,
  describeError,
  MAX_ERROR_LENGTH,
} from "./functionErrors.ts";

const LONG = "x".repeat(2 * MAX_ERROR_LENGTH);

test.each([
  ["an error", new Error(LONG)],
  ["a refusal", new CallRefused(LONG)],
  ["a text", LONG],
])("cuts the text of %s", (_name, thrown) => {
  const { message } = describeError(thrown, "/data");
  expect(message.length).toBeLessThan(MAX_ERROR_LENGTH + 1_000);
  expect(message).toContain("x (truncated due to length)");
});

test("keeps the frames of an error whose text is cut", () => {
  const error = new Error(LONG);
  error.stack = `Error: ${LONG}\n    at handler (/app/convex/p.ts:3:9)`;
  expect(describeError(error, "/data").message).toMatch(
    /length\)\n {4}at handler \(\.\.\/convex\/p\.ts:3:9\)$/,
  );
});
