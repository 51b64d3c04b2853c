/**
 * Waits for this time, or until the browser is online again if that comes first. Rejects with an
 * `AbortError` when the signal aborts.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", wake);
      signal.removeEventListener("abort", give);
    };
    const wake = () => {
      end();
      resolve();
    };
    const give = () => {
      end();
      reject(new DOMException("cancelled", "AbortError"));
    };
    const timer = setTimeout(wake, ms);
    window.addEventListener("online", wake);
    signal.addEventListener("abort", give);
    if (signal.aborted) give();
  });
}
