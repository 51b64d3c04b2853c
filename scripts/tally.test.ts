import { expect, test } from "vitest";
import { addTallies, tallyPlaywright, tallyVitest } from "./tally.ts";

const file = (status: string, tests: number) => ({
  status,
  assertionResults: Array.from({ length: tests }, () => ({ status })),
});

test("a skipped unit test counts as failed", () => {
  const report = {
    numTotalTests: 5,
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [file("failed", 5)],
  };
  expect(tallyVitest(report)).toEqual({ passed: 3, failed: 2 });
});

test("a test file that cannot be loaded counts as one failure", () => {
  const report = {
    numTotalTests: 2,
    numPassedTests: 2,
    testResults: [file("passed", 2), file("failed", 0)],
  };
  expect(tallyVitest(report)).toEqual({ passed: 2, failed: 1 });
});

test("flaky and skipped browser tests, and errors outside of tests, count as failed", () => {
  const report = {
    stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{ message: "The app did not start." }],
  };
  expect(tallyPlaywright(report)).toEqual({ passed: 7, failed: 4 });
});

test("no report is no test", () => {
  expect(tallyVitest(null)).toEqual({ passed: 0, failed: 0 });
  expect(tallyPlaywright(null)).toEqual({ passed: 0, failed: 0 });
});

test("suites add up", () => {
  expect(
    addTallies([
      { passed: 2, failed: 1 },
      { passed: 3, failed: 0 },
    ]),
  ).toEqual({ passed: 5, failed: 1 });
});
