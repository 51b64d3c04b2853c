/** Finds the programs that tests need, and installs their Debian packages. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export type Say = (line: string) => void;

/**
 * Returns the paths of these programs on the PATH, in the order of the names.
 */
export function findOnPath(...names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the reason packages cannot be installed here, or null if they can.
 */
export function aptRefusal(): string | null {
  if (!isExecutable("/usr/bin/apt-get")) return "there is no apt-get";
  return process.getuid?.() === 0 ? null : "apt-get needs root";
}

/** Whether this process has fetched the list of packages, which takes seconds. */
let isListFresh = false;

/**
 * Installs packages with apt-get; returns false if that fails. Check
 * `aptRefusal` first.
 */
export function installPackages(packages: readonly string[]): boolean {
  isListFresh ||= runApt("update", "-q");
  const options = ["-q", "-y", "--no-install-recommends"];
  return isListFresh && runApt("install", ...options, ...packages);
}

function runApt(...args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { env, stdio: "inherit" }).status === 0;
}
