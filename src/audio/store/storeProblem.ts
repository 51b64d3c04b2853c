/**
 * Why a device does not store a take.
 *
 * - full: there is no room left
 * - refused: the browser lets the site store nothing, as in some private windows
 * - slow: the device has not answered yet
 * - broken: anything else, such as a damaged database
 */
export type StoreProblem = "full" | "refused" | "slow" | "broken";

const REFUSALS = ["SecurityError", "NotAllowedError", "InvalidStateError"];

/** The device no longer has the take, or only a part of it: the site's data was cleared. */
export class TakeGoneError extends Error {}

/** The device did not answer in time. */
export class TooSlowError extends Error {}

export function storeProblemOf(error: unknown): StoreProblem {
  if (error instanceof TooSlowError) return "slow";
  // In a browser without IndexedDB, using it throws a plain `TypeError`.
  if (error instanceof TypeError) return "refused";
  if (!(error instanceof DOMException)) return "broken";
  if (error.name === "QuotaExceededError") return "full";
  return REFUSALS.includes(error.name) ? "refused" : "broken";
}
