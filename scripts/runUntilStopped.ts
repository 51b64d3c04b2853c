import { StartError } from "./startError.ts";

/**
 * Starts something and stops it cleanly on Ctrl-C or SIGTERM, also while it is
 * still starting; a second Ctrl-C ends at once. Exits with 1 if it cannot start.
 */
export async function runUntilStopped(
  start: () => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  let isStopping = false;
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(1);
        isStopping = true;
        resolve();
      });
    }
  });
  try {
    const running = await start();
    await signalled;
    await running.stop();
    process.exit(0);
  } catch (error) {
    // Ctrl-C ends the build and the push as well: their failure is no news.
    if (isStopping) process.exit(0);
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
