import type { Database } from "../../../database/contract.ts";
import type { Deployment } from "../../contract/runtime.ts";

export const DEPLOYMENT_KEY = "functions/deployment";
const ENVIRONMENT_PREFIX = "functions/env/";

export function readDeployment(database: Database): Deployment | null {
  const text = database.settings.get(DEPLOYMENT_KEY);
  // Only `writeDeployment` writes this key.
  return text === null ? null : (JSON.parse(text) as Deployment);
}

export function writeDeployment(
  database: Database,
  deployment: Deployment,
): void {
  database.settings.set(DEPLOYMENT_KEY, JSON.stringify(deployment));
}

export function readEnvironment(database: Database): Record<string, string> {
  return Object.fromEntries(
    database.settings
      .entries(ENVIRONMENT_PREFIX)
      .map(([key, value]) => [key.slice(ENVIRONMENT_PREFIX.length), value]),
  );
}

/** Sets variables; a value of null removes one. */
export function writeEnvironment(
  database: Database,
  changes: readonly { name: string; value: string | null }[],
): void {
  for (const { name, value } of changes) {
    database.settings.set(ENVIRONMENT_PREFIX + name, value);
  }
}
