/** The promise's own result, unless the signal aborts first: what cannot be cancelled is at least not waited for. */
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
