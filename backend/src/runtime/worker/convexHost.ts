/** The functions that convex/server expects of the global `Convex`. */
export interface ConvexHost {
  syscall(op: string, argsText: string): string;
  /** Returns text, not a promise, if the answer is available at once. */
  asyncSyscall(op: string, argsText: string): string | Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}
