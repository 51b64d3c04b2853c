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

test("names failed and skipped unit tests with the first line of the reason", () => {
  const tests = [
    unitTest("adds", "passed"),
    unitTest("takes away", "failed", "expected 1 to be 2\n  at line 3"),
    unitTest("divides", "skipped"),
    unitTest(
      "roots",
      "failed",
      "Error: Server Error\nUncaught Error: below 0\n at",
    ),
  ];
  const file = { name: "sum.test.ts", status: "failed" };
  expect(
    tallyVitest({ testResults: [{ ...file, assertionResults: tests }] }),
  ).toEqual({
    laterTries: [],
    passed: 1,
    failures: [
      "sum.test.ts > takes away: expected 1 to be 2",
      "sum.test.ts > divides: skipped",
      "sum.test.ts > roots: Error: Server Error Uncaught Error: below 0",
    ],
  });
});

test("counts a test file that cannot be loaded as one failure", () => {
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
    laterTries: [],
  });
});

const spec = (title: string, status: string, message?: string) => ({
  title,
  file: "votes.spec.ts",
  line: 5,
  tests: [
    {
      projectName: "webkit",
      status,
      results: message === undefined ? [] : [{ error: { message } }],
    },
  ],
});

test("counts skipped browser tests, nested ones, and errors outside tests as failures", () => {
  const nested: PlaywrightSuite = {
    title: "by day",
    specs: [
      spec(
        "a count ticks",
        "unexpected",
        "\u001b[31mTimed out\u001b[39m\nat 5",
      ),
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
      "votes.spec.ts:5 in webkit > later: skipped",
      "votes.spec.ts:5 in webkit > a count ticks: Timed out",
      "outside of the tests: The app did not start.",
    ],
    laterTries: [],
  });
});

/** Returns a report of a run in which stories passed on a later try. */
const reportOfSecondTries = (count: number, why = "Timed out") => ({
  suites: [
    {
      title: "votes.spec.ts",
      specs: Array.from({ length: count }, (_, at) =>
        spec(`count ${at}`, "flaky", why),
      ),
    },
  ],
  errors: [],
});

test("names the stories that passed on a later try, with what they waited for", () => {
  expect(tallyPlaywright(reportOfSecondTries(1))).toEqual({
    passed: 1,
    failures: [],
    laterTries: ["votes.spec.ts:5 in webkit > count 0: Timed out"],
  });
  const why =
    "expect(locator).toBeVisible() failed\n\nLocator: getByRole('timer')\n\nCall log:\n  - waiting";
  expect(tallyPlaywright(reportOfSecondTries(1, why)).laterTries).toEqual([
    "votes.spec.ts:5 in webkit > count 0: expect(locator).toBeVisible() failed Locator: getByRole('timer')",
  ]);
});

test("counts stories that needed another try as failures if there are many", () => {
  const { passed, failures } = tallyPlaywright(reportOfSecondTries(5));
  expect(passed).toBe(0);
  expect(failures).toHaveLength(5);
  expect(tallyPlaywright(reportOfSecondTries(4)).failures).toEqual([]);
});

test("adds up suites", () => {
  expect(
    addTallies([
      { passed: 2, failures: ["one"], laterTries: [] },
      { passed: 3, failures: [], laterTries: ["two"] },
    ]),
  ).toEqual({ passed: 5, failures: ["one"], laterTries: ["two"] });
});
