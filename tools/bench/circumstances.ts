/** Describes the machine and the commit that a measurement ran on. */
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";

export interface Circumstances {
  /** ISO date and time when the run started. */
  readonly at: string;
  /** Short commit hash, with "+changes" if the work tree was dirty. */
  readonly commit: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
}

export function circumstances(): Circumstances {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: import.meta.dirname,
      encoding: "utf8",
    }).trim();
  const changed = git("status", "--porcelain", "-uno") === "" ? "" : "+changes";
  return {
    at: new Date().toISOString(),
    commit: git("rev-parse", "--short", "HEAD") + changed,
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}
