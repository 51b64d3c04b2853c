/**
 * Counts the results of live queries against the limits of the callers who
 * watch them. The server holds each result only once, so only one of its
 * subscribers is charged with it. Small results are free.
 */
import { FREE_BYTES, type Shortage } from "../admission/byteBudget.ts";
import type { Live, Subscriber } from "./queryGroup.ts";

/**
 * Charges one subscriber that has room for a new result of this size. If none
 * has room, returns the limit that is exhausted. A result that was admitted
 * before may still grow a little then, so that others cannot end it by taking
 * all the room.
 */
export function chargeResult(live: Live, bytes: number): Shortage | null {
  const { charge } = live;
  if (charge !== null && bytes > FREE_BYTES) {
    const grown = bytes - charge.held.bytes;
    if (grown <= FREE_BYTES) {
      charge.held.grow(grown);
      return null;
    }
  }
  releaseCharge(live);
  if (bytes <= FREE_BYTES) return null;
  let shortage: Shortage | null = null;
  for (const subscriber of live.subscribers) {
    const limit = subscriber.watcher.results().shortage(bytes);
    if (limit === null) {
      chargeTo(subscriber, live, bytes);
      return null;
    }
    shortage ??= limit;
  }
  return shortage;
}

/**
 * Call when someone has begun to watch. If the query had no subscribers, the
 * newcomer is charged with its result.
 */
export function chargeNewcomer(live: Live, newcomer: Subscriber): void {
  const bytes = live.state?.tail.text.length ?? 0;
  if (live.charge === null && bytes > FREE_BYTES)
    chargeTo(newcomer, live, bytes);
}

/**
 * Call when someone has left. If they were charged, a remaining subscriber is
 * charged instead.
 */
export function passOnCharge(live: Live, left: Subscriber): void {
  if (live.charge?.payer !== left) return;
  const { bytes } = live.charge.held;
  releaseCharge(live);
  const [next] = live.subscribers;
  if (next !== undefined) chargeTo(next, live, bytes);
}

export function releaseCharge(live: Live): void {
  live.charge?.held.release();
  live.charge = null;
}

export function shortageText(shortage: Shortage): string {
  return shortage === "address"
    ? "The results watched from this address have too many bytes."
    : "The server watches as many bytes of results as it may. Try again later.";
}

function chargeTo(payer: Subscriber, live: Live, bytes: number): void {
  const held = payer.watcher.results();
  held.grow(bytes);
  live.charge = { payer, held };
}
