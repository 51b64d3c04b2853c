/**
 * Reads CPU time and memory from /proc. Every function returns NaN on other
 * systems and for unknown processes.
 */
import { readFileSync } from "node:fs";

const TICK_MS = 10;

/** Resident memory of this process alone. */
export function residentBytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`));
  return match === null ? Number.NaN : Number(match[1]) * 1024;
}

/** CPU time of all threads of this process since it started. */
export function processCpuMs(pid: number): number {
  const { user, system } = cpuTicks(pid);
  return (user + system) * TICK_MS;
}

/**
 * CPU time of this process and of all children that have exited and been waited
 * for.
 */
export function processTreeCpuMs(pid: number): number {
  const { user, system, childUser, childSystem } = cpuTicks(pid);
  return (user + system + childUser + childSystem) * TICK_MS;
}

function cpuTicks(pid: number) {
  const stat = read(`/proc/${pid}/stat`);
  // The process name in parentheses may contain spaces. Fields 14 to 17 are the
  // times.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, childUser, childSystem] = fields
    .slice(11, 15)
    .map(Number);
  return {
    user: user ?? Number.NaN,
    system: system ?? Number.NaN,
    childUser: childUser ?? Number.NaN,
    childSystem: childSystem ?? Number.NaN,
  };
}

/** CPU time of all processes together since the machine booted. */
export function machineBusyMs(): number {
  const first = read("/proc/stat").split("\n")[0] ?? "";
  const [user, nice, system, , , irq, softirq] = first
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const ticks = [user, nice, system, irq, softirq];
  return ticks.reduce<number>((sum, n) => sum + (n ?? Number.NaN), 0) * TICK_MS;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
