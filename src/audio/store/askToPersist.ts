/**
 * Returns a function that asks the browser, the first time it is called, not to evict what this
 * site stores. Call it once there is something to lose: Firefox then shows a question. The answer
 * changes nothing, so no code waits for it.
 */
export function persistQuestion(): () => void {
  let hasAsked = false;
  return () => {
    if (hasAsked) return;
    hasAsked = true;
    ask().catch(() => undefined);
  };
}

/** Asks once per page load. */
export const askToPersist = persistQuestion();

async function ask(): Promise<void> {
  // Some browsers lack these methods, whatever the types say, and pages on plain http have no
  // `storage`.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (!storage?.persist || !storage.persisted) return;
  if (!(await storage.persisted())) await storage.persist();
}
