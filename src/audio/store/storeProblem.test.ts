import { expect, test } from "vitest";
import { TakeGoneError, TooSlowError, storeProblemOf } from "./storeProblem";

const thrown = (name: string) => new DOMException("No.", name);

test.each([
  [thrown("QuotaExceededError"), "full"],
  [thrown("SecurityError"), "refused"],
  // Private windows of Firefox before 115.
  [thrown("InvalidStateError"), "refused"],
  [new TypeError("indexedDB is undefined"), "refused"],
  [new TooSlowError(), "slow"],
  [thrown("UnknownError"), "broken"],
  [thrown("NotFoundError"), "broken"],
  [new TakeGoneError(), "broken"],
  ["anything", "broken"],
])("tells why the device did not store: %o", (error, problem) => {
  expect(storeProblemOf(error)).toBe(problem);
});
