/**
 * Returns the CPU time in ms that this thread needs for `work`. Unlike the time that passes, it
 * does not grow when the machine gives the processor to others.
 */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
