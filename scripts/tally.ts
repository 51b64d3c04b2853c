/** Counts from the JSON reports of the two test runners. A skipped test counts as failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export const noTests: Tally = { passed: 0, failed: 0 };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
    }),
    noTests,
  );
}

export function tallyVitest(report: unknown): Tally {
  const passed = numberAt(report, "numPassedTests");
  const tests = numberAt(report, "numTotalTests");
  return { passed, failed: tests - passed + filesThatBroke(report) };
}

/** A file that cannot be loaded has failed, though it has no test to count. */
function filesThatBroke(report: unknown): number {
  const files = valueAt(report, "testResults");
  if (!Array.isArray(files)) return 0;
  return files.filter((file: unknown) => {
    const tests = valueAt(file, "assertionResults");
    return (
      valueAt(file, "status") === "failed" &&
      Array.isArray(tests) &&
      tests.length === 0
    );
  }).length;
}

/** A flaky test passed only on a second try: it has failed once. */
export function tallyPlaywright(report: unknown): Tally {
  const stats = valueAt(report, "stats");
  const errors = valueAt(report, "errors");
  return {
    passed: numberAt(stats, "expected"),
    failed:
      numberAt(stats, "unexpected") +
      numberAt(stats, "flaky") +
      numberAt(stats, "skipped") +
      (Array.isArray(errors) ? errors.length : 0),
  };
}

function numberAt(value: unknown, key: string): number {
  const found = valueAt(value, key);
  return typeof found === "number" ? found : 0;
}

function valueAt(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
