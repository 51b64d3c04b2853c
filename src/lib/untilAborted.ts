/**
 * Settles like `promise`, or rejects with an `AbortError` if the signal aborts first. The work
 * behind the promise is not cancelled; its result is ignored.
 */
export async function untilAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new DOMException("cancelled", "AbortError"));
    signal.addEventListener("abort", giveUp);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
