import { expect, test } from "vitest";
import {
  addTallies,
  type PlaywrightSuite,
  tallyPlaywright,
  tallyVitest,
} from "./tally.ts";

const unitTest = (fullName: string, status: string, why?: string) => ({
  fullName,
  status,
  failureMessages: why === undefined ? null : [why],
});

test("a failed and a skipped unit test are named, with the first line of why", () => {
  const tests = [
    unitTest("adds", "passed"),
    unitTest("takes away", "failed", "expected 1 to be 2\n  at line 3"),
    unitTest("divides", "skipped"),
  ];
  const file = { name: "sum.test.ts", status: "failed" };
  expect(
    tallyVitest({ testResults: [{ ...file, assertionResults: tests }] }),
  ).toEqual({
    passed: 1,
    failures: [
      "sum.test.ts > takes away: expected 1 to be 2",
      "sum.test.ts > divides: skipped",
    ],
  });
});

test("a test file that cannot be loaded counts as one failure", () => {
  const broken = {
    name: "broken.test.ts",
    status: "failed",
    message: "No such module",
    assertionResults: [],
  };
  const passed = {
    name: "sum.test.ts",
    status: "passed",
    assertionResults: [unitTest("adds", "passed")],
  };
  expect(tallyVitest({ testResults: [passed, broken] })).toEqual({
    passed: 1,
    failures: ["broken.test.ts: No such module"],
  });
});

const spec = (title: string, status: string, message?: string) => ({
  title,
  file: "votes.spec.ts",
  line: 5,
  tests: [
    { status, results: message === undefined ? [] : [{ error: { message } }] },
  ],
});

test("flaky and skipped browser tests, nested ones, and errors outside of tests are failures", () => {
  const nested: PlaywrightSuite = {
    title: "by day",
    specs: [
      spec("a count ticks", "flaky", "\u001b[31mTimed out\u001b[39m\nat 5"),
    ],
  };
  const suite: PlaywrightSuite = {
    title: "votes.spec.ts",
    specs: [spec("a vote counts", "expected"), spec("later", "skipped")],
    suites: [nested],
  };
  const errors = [{ message: "The app did not start." }];
  expect(tallyPlaywright({ suites: [suite], errors })).toEqual({
    passed: 1,
    failures: [
      "votes.spec.ts:5 > later: skipped",
      "votes.spec.ts:5 > a count ticks: Timed out",
      "outside of the tests: The app did not start.",
    ],
  });
});

test("suites add up", () => {
  expect(
    addTallies([
      { passed: 2, failures: ["one"] },
      { passed: 3, failures: [] },
    ]),
  ).toEqual({ passed: 5, failures: ["one"] });
});
