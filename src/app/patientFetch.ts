import type { ConvexReactClient } from "convex/react";
import { logFailure } from "../lib/logFailure";

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
    await pause(ms, signal);
    if (signal.aborted) return null;
  }
}

/** Ends early when the network returns, or the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
