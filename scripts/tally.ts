/**
 * What the JSON reports of the two test runners say. A test that was skipped, or
 * passed only on a second try, has failed.
 */
import { stripVTControlCharacters } from "node:util";

export interface Tally {
  readonly passed: number;
  /** A line for each failure: where it is, and why as far as one line tells. */
  readonly failures: readonly string[];
}

/** The parts that are read of `vitest --reporter=json`. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** The parts that are read of `playwright test --reporter=json`. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly PlaywrightError[];
}

export interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: PlaywrightError }[];
    }[];
  }[];
}

interface PlaywrightError {
  readonly message?: string;
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

export function tallyVitest(report: VitestReport): Tally {
  return addTallies(report.testResults.map(tallyFile));
}

type TestFile = VitestReport["testResults"][number];

/** A file that cannot be loaded has failed, though it has no test to count. */
function tallyFile(file: TestFile): Tally {
  const { name, status, message, assertionResults: tests } = file;
  if (status === "failed" && tests.length === 0) {
    return { passed: 0, failures: [line(name, message)] };
  }
  const failed = tests.filter((test) => test.status !== "passed");
  return {
    passed: tests.length - failed.length,
    failures: failed.map((test) =>
      line(
        `${name} > ${test.fullName}`,
        test.failureMessages?.[0] ?? test.status,
      ),
    ),
  };
}

export function tallyPlaywright(report: PlaywrightReport): Tally {
  const errors = report.errors.map(({ message }) =>
    line("outside of the tests", message),
  );
  return addTallies([
    ...report.suites.map(tallySuite),
    { passed: 0, failures: errors },
  ]);
}

function tallySuite(suite: PlaywrightSuite): Tally {
  const specs = suite.specs.flatMap(({ title, file, line: row, tests }) =>
    tests.map(({ status, results }) => {
      if (status === "expected") return { passed: 1, failures: [] };
      const error = results.find((result) => result.error)?.error;
      const why = error?.message ?? status;
      return { passed: 0, failures: [line(`${file}:${row} > ${title}`, why)] };
    }),
  );
  return addTallies([...specs, ...(suite.suites ?? []).map(tallySuite)]);
}

function line(where: string, why = "no reason given"): string {
  const [first = ""] = stripVTControlCharacters(why).split("\n");
  return `${where}: ${first}`;
}
