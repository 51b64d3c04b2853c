/** Invariant 9: measures what a process holds. */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const MEBIBYTE = 1024 * 1024;

/**
 * Keeps the young generation small, so that growing memory means held memory
 * and not garbage.
 */
export const frugal = { NODE_OPTIONS: "--max-semi-space-size=2" };

/** Returns resident memory in MiB, or 0 if the process has ended. */
export async function residentMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

export async function descriptorCount(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** Returns the CPU time used so far. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function mebibytes(count: number): number {
  return count * MEBIBYTE;
}

/** Waits until the condition holds. Returns false if it does not in time. */
export async function becomes(
  isSo: () => boolean | Promise<boolean>,
  withinMs = 15_000,
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Returns the resident memory of a process and all its descendants in MiB. */
export async function treeMebibytes(pid: number): Promise<number> {
  const sizes = await Promise.all((await treeOf(pid)).map(residentMebibytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the process and all its descendants. */
async function treeOf(pid: number): Promise<number[]> {
  const path = `/proc/${pid}/task/${pid}/children`;
  const text = await readFile(path, "utf8").catch(() => "");
  const children = text.trim().split(" ").filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()];
}
