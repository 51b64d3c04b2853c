/** Hands the clock and the variables that a test has set to the server, in a file. */
import { renameSync, utimesSync, writeFileSync } from "node:fs";
import type { DeploymentAddress } from "./deploymentAddress.ts";

export interface TestState {
  /** The test's clock, in ms since the epoch; null while it is the real one. */
  readonly now: number | null;
  readonly variables: Readonly<Record<string, string>>;
}

/** The process's variables before any test. */
const before = { ...process.env };

const RealDate = Date;

/** Taken before a test replaces it with a clock of its own. */
const { hrtime } = process;

let written = "";

/** Makes the deployment use the clock and the variables of the test. */
export function followTest({ stateFile }: DeploymentAddress): void {
  const now = Date === RealDate ? null : Date.now();
  const state: TestState = { now, variables: setByTest() };
  const text = JSON.stringify(state);
  if (text === written) return;
  writeFileSync(`${stateFile}.new`, text);
  // The server recognises a new file by its time, so no two files may have the same time.
  const seconds = Number(hrtime.bigint()) / 1e9;
  utimesSync(`${stateFile}.new`, seconds, seconds);
  renameSync(`${stateFile}.new`, stateFile);
  written = text;
}

/**
 * Returns what tests changed. Leaves out the variables that the backend sets
 * itself.
 */
function setByTest(): Record<string, string> {
  const changed = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      entry[1] !== before[entry[0]] &&
      !entry[0].startsWith("CONVEX_"),
  );
  return Object.fromEntries(changed);
}
