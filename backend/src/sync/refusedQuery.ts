import type { LiveSubscription } from "./liveSubscription.ts";
import { encodeResult } from "./serverMessages.ts";

/**
 * Returns a subscription that has failed with this message. It stands in for a
 * query that is over a limit; the client's other queries are not affected.
 */
export function refusedQuery(errorMessage: string): LiveSubscription {
  const tail = encodeResult({
    ok: false,
    errorMessage,
    logLines: [],
    journal: null,
    usedIdentity: false,
  });
  return {
    call: null,
    state: { stamp: `refused: ${errorMessage}`, tail, journal: null },
    close: () => undefined,
  };
}
