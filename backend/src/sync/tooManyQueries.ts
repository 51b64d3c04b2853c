import type { LiveSubscription } from "./liveQueries.ts";
import { encodeResult } from "./serverMessages.ts";

export const refusedStamp = "refused";

/** Takes the place of a query beyond the bound: it fails, the others go on. */
export function tooManyQueries(maxQueries: number): LiveSubscription {
  const tail = encodeResult({
    ok: false,
    errorMessage: `A session may watch ${maxQueries} queries at a time.`,
    logLines: [],
    journal: null,
    usedIdentity: false,
  });
  return {
    state: { stamp: refusedStamp, tail, journal: null },
    close: () => undefined,
  };
}
