/**
 * Returns a function that asks the browser, the first time it is called, not to evict what this
 * site stores. Call it once there is something to lose: Firefox shows a question. The answer
 * changes nothing, so nobody waits for it.
 */
export function persistQuestion(): () => void {
  let hasAsked = false;
  return () => {
    if (hasAsked) return;
    hasAsked = true;
    ask().catch(() => undefined);
  };
}

/** One question a page load. */
export const askToPersist = persistQuestion();

async function ask(): Promise<void> {
  // Some browsers lack these, whatever the types say, and plain http has no `storage`.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (!storage?.persist || !storage.persisted) return;
  if (!(await storage.persisted())) await storage.persist();
}
