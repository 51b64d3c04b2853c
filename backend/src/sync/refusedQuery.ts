import type { LiveState, LiveSubscription } from "./liveSubscription.ts";
import { encodeResult } from "./serverMessages.ts";

/**
 * Returns a subscription that has failed with this message. It takes the place
 * of a query that is over a limit; the client's other queries are not affected.
 */
export function refusedQuery(errorMessage: string): LiveSubscription {
  return {
    call: null,
    state: refusal(errorMessage),
    isBehind: false,
    close: () => undefined,
  };
}

/** Returns the failure itself. Failures with the same message share a stamp. */
export function refusal(errorMessage: string): LiveState {
  const tail = encodeResult({
    ok: false,
    errorMessage,
    logLines: [],
    journal: null,
    usedIdentity: false,
  });
  return { stamp: `refused: ${errorMessage}`, tail, journal: null };
}
