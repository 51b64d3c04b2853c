import { AssertionError } from "node:assert/strict";
import { inspect } from "node:util";
import type { Check, CompatCase, Failure, Outcome } from "./compatCase.ts";
import { Deployment } from "./deployment.ts";

/**
 * Deploys the app of a component and runs every check, even after one has
 * failed. Never throws; a failed deployment counts as a failed check.
 */
export async function runCase(
  compatCase: CompatCase,
  appDir: string,
): Promise<Outcome> {
  try {
    await using app = await Deployment.of(appDir);
    const failures = await failuresOf(compatCase, app);
    const passed = compatCase.checks.length - failures.length;
    return { compatCase, passed, failures };
  } catch (error) {
    const check = { functions: ["deploy"], name: "deploys the app" };
    const failures = [failureOf(compatCase, check, error)];
    return { compatCase, passed: 0, failures };
  }
}

async function failuresOf(
  compatCase: CompatCase,
  app: Deployment,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const check of compatCase.checks) {
    try {
      await check.run(app);
    } catch (error) {
      failures.push(failureOf(compatCase, check, error));
    }
  }
  return failures;
}

export function failureOf(
  { component }: Pick<CompatCase, "component">,
  { functions, name }: Pick<Check, "functions" | "name">,
  error: unknown,
): Failure {
  const where = { component, functions: functions.join(", "), check: name };
  if (error instanceof AssertionError) {
    const { expected, actual } = error;
    return { ...where, expected: show(expected), got: show(actual) };
  }
  const got = error instanceof Error ? error.message : show(error);
  return { ...where, expected: "no error", got };
}

function show(value: unknown): string {
  return inspect(value, { depth: 8, breakLength: 120 });
}
