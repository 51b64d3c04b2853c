/** What Linux says about processor time and memory. Elsewhere there is no answer. */
import { readFileSync } from "node:fs";

const TICK_MS = 10;

/** Memory of this one process that is in RAM. */
export function residentBytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`));
  return match === null ? Number.NaN : Number(match[1]) * 1024;
}

/** Processor time of this one process since it began, all its threads. */
export function processCpuMs(pid: number): number {
  const { user, system } = cpuTicks(pid);
  return (user + system) * TICK_MS;
}

/** The same with all children that have ended and been waited for. */
export function processTreeCpuMs(pid: number): number {
  const { user, system, childUser, childSystem } = cpuTicks(pid);
  return (user + system + childUser + childSystem) * TICK_MS;
}

function cpuTicks(pid: number) {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may hold spaces; the times are fields 14 to 17.
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

/** Processor time that all processes together have used since the machine began. */
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
