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

/** The device has a take no longer, or only a part of it: the site's data was cleared. */
export class TakeGoneError extends Error {}

/** The device did not answer in time. */
export class TooSlowError extends Error {}

export function storeProblemOf(error: unknown): StoreProblem {
  if (error instanceof TooSlowError) return "slow";
  // Where a browser has no database at all, using it is a plain mistake of types.
  if (error instanceof TypeError) return "refused";
  if (!(error instanceof DOMException)) return "broken";
  if (error.name === "QuotaExceededError") return "full";
  return REFUSALS.includes(error.name) ? "refused" : "broken";
}
