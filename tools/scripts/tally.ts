/**
 * Reads the JSON reports of the two test runners. A test that was skipped
 * counts as failed. A story that passed only on a later try counts as
 * passed and is named; several of them count as failed.
 */
import { stripVTControlCharacters } from "node:util";

export interface Tally {
  readonly passed: number;
  /** One line per failure: its location and the first line that gives a reason. */
  readonly failures: readonly string[];
  /** One line with the whole reason for each story that failed on its first try only. */
  readonly laterTries: readonly string[];
}

/**
 * How many stories of a run may need another try. They run in real time, with sound, on a machine
 * that has other work; more than that is not chance.
 */
const MAX_LATER_TRIES = 4;

/** The parts of a `vitest --reporter=json` report that are used here. */
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

/**
 * The parts of a `playwright test --reporter=json` report that are used here.
 */
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
      /** The browser engine, for a story that runs in several. */
      readonly projectName: string;
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
    laterTries: tallies.flatMap(({ laterTries }) => laterTries),
  };
}

export function tallyVitest(report: VitestReport): Tally {
  return addTallies(report.testResults.map(tallyFile));
}

type TestFile = VitestReport["testResults"][number];

/**
 * Counts a file that cannot be loaded as one failure, although it has no tests.
 */
function tallyFile(file: TestFile): Tally {
  const { name, status, message, assertionResults: tests } = file;
  if (status === "failed" && tests.length === 0) {
    return failed([line(name, message)]);
  }
  const others = tests.filter((test) => test.status !== "passed");
  return {
    passed: tests.length - others.length,
    failures: others.map((test) =>
      line(
        `${name} > ${test.fullName}`,
        test.failureMessages?.[0] ?? test.status,
      ),
    ),
    laterTries: [],
  };
}

export function tallyPlaywright(report: PlaywrightReport): Tally {
  const errors = report.errors.map(({ message }) =>
    line("outside of the tests", message),
  );
  const tally = addTallies([...report.suites.map(tallySuite), failed(errors)]);
  const { passed, failures, laterTries } = tally;
  if (laterTries.length <= MAX_LATER_TRIES) return tally;
  return {
    passed: passed - laterTries.length,
    failures: [...failures, ...laterTries],
    laterTries: [],
  };
}

function tallySuite(suite: PlaywrightSuite): Tally {
  const specs = suite.specs.flatMap(({ title, file, line: row, tests }) =>
    tests.map(({ projectName, status, results }) => {
      if (status === "expected")
        return { passed: 1, failures: [], laterTries: [] };
      const error = results.find((result) => result.error)?.error;
      const where = `${file}:${row} in ${projectName} > ${title}`;
      const why = error?.message ?? status;
      return status === "flaky"
        ? { passed: 1, failures: [], laterTries: [line(where, reason(why))] }
        : failed([line(where, why)]);
    }),
  );
  return addTallies([...specs, ...(suite.suites ?? []).map(tallySuite)]);
}

/** Returns a tally of nothing but failures. */
export const failed = (failures: readonly string[]): Tally => ({
  passed: 0,
  failures,
  laterTries: [],
});

/**
 * Returns the whole reason in one line, because nothing else says why a story that passed in the
 * end had failed at first.
 */
function reason(why: string): string {
  const [said = ""] = stripVTControlCharacters(why).split(/\n\s*Call log:/);
  return said.trim().replace(/\s*\n\s*/g, " ");
}

function line(where: string, why = "no reason given"): string {
  const [first = "", second = ""] = stripVTControlCharacters(why).split("\n");
  // A server's error says only in the second line what it is.
  const isServerError = first.endsWith("Server Error");
  return `${where}: ${isServerError ? `${first} ${second}` : first}`;
}
