import type { ConvexReactClient } from "convex/react";
import { logFailure } from "../lib/logFailure";
import { pause } from "../lib/pause";

type FetchToken = Parameters<ConvexReactClient["setAuth"]>[0];

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Fetches tokens for Convex's client, which stops its socket meanwhile and never starts it again if
 * that fails. So a failed fetch is tried again until it succeeds, or until its result is not wanted.
 */
export class PatientFetch {
  #stopLast = () => {};

  /** Returns a function that tries until it succeeds. A call ends the one before it with null. */
  wrap(fetchToken: FetchToken): FetchToken {
    return (args) => {
      this.stop();
      const stopper = new AbortController();
      this.#stopLast = () => stopper.abort();
      return tryUntilStopped(() => fetchToken(args), stopper.signal);
    };
  }

  /** Ends the current fetch, after its next failure at the latest, with null. */
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
