/**
 * Signals that arrive within this time of the first count as the same request.
 */
const SAME_WISH_MS = 1_000;

/**
 * Calls `onStop` on the first SIGINT, SIGTERM or SIGHUP, and `onHurry` on a later
 * one.
 * Ctrl-C reaches every process of the terminal, and npm and systemd send
 * signals as well, so one request to stop may arrive several times within a
 * moment.
 */
export function onStopSignals(onStop: () => void, onHurry: () => void): void {
  let firstAt: number | null = null;
  const receive = (): void => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      onStop();
    } else if (now - firstAt > SAME_WISH_MS) {
      onHurry();
    }
  };
  outliveTerminal();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, receive);
  }
  // The parent process that had a channel to this one is gone.
  process.on("disconnect", receive);
}

/**
 * Ignores errors of output streams: a closed terminal sends SIGHUP and takes no
 * more lines, and that must not interrupt the stop.
 */
function outliveTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => undefined);
  }
}
