/** Returns the time of a clock that never jumps and is the same in all threads. */
export const steadyMs = (): number =>
  Number(process.hrtime.bigint() / 1_000_000n);
