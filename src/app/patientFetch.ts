import type { ConvexReactClient } from "convex/react";
import { logFailure } from "../lib/logFailure";
import { pause } from "../lib/pause";

type FetchToken = Parameters<ConvexReactClient["setAuth"]>[0];

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Fetches tokens for Convex's client. The client stops its socket during the fetch and never starts
 * it again if the fetch fails, so a failed fetch is tried again until it succeeds or is no longer
 * wanted.
 */
export class PatientFetch {
  #stopLast = () => {};

  /**
   * Returns a function that tries until it succeeds. Each call ends the previous one, which then
   * resolves to null.
   */
  wrap(fetchToken: FetchToken): FetchToken {
    return (args) => {
      this.stop();
      const stopper = new AbortController();
      this.#stopLast = () => stopper.abort();
      return tryUntilStopped(() => fetchToken(args), stopper.signal);
    };
  }

  /** Ends the current fetch, after its next failure at the latest. It then resolves to null. */
  stop(): void {
    this.#stopLast();
  }
}

async function tryUntilStopped<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) return null;
      logFailure("renewing the session failed", error);
    }
    await pause(ms, signal).catch(() => undefined);
    if (signal.aborted) return null;
  }
}
