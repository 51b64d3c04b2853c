/**
 * A type that is not a promise. A function that returns a promise has done only
 * part of its work when it returns, so a transaction around it would commit too
 * early.
 */
export type Synchronous<T> = T extends PromiseLike<unknown> ? never : T;

/**
 * Checks at run time what `Synchronous` says, because some types hide a promise.
 * @throws if `result` is a promise
 */
export function requireSynchronous(result: unknown): void {
  if (!isThenable(result)) return;
  throw new TypeError(
    "The callback of a transaction returned a promise. It must finish all its work before it returns; await things before the transaction.",
  );
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}
