import { totalmem } from "node:os";

const MEBIBYTE = 1024 * 1024;

/**
 * Returns the MiB of memory that this process may use: all of the machine's, or
 * less if its control group has a limit.
 */
export function machineMebibytes(): number {
  const limit = process.constrainedMemory(); // 0 or enormous if there is no limit
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.floor(bytes / MEBIBYTE);
}
