/** Invariant 9: what a process holds. */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const mebibyte = 1024 * 1024;

/** Little room for garbage, so that what grows is what is held. */
export const frugal = { NODE_OPTIONS: "--max-semi-space-size=2" };

export async function residentMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

export async function descriptorCount(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** Processor time used so far. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function mebibytes(count: number): number {
  return count * mebibyte;
}

/** False when it does not become so in time. */
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
