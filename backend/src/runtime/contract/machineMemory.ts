import { totalmem } from "node:os";

const MEBIBYTE = 1024 * 1024;

/** Returns the memory that this process may use: of the machine, or of its group. */
export function machineMebibytes(): number {
  const limit = process.constrainedMemory(); // 0 or enormous if there is none
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.floor(bytes / MEBIBYTE);
}
