/** Event that tells `OutboxSlot` to load the tray. */
const WANTED = "gully:outbox-wanted";

/**
 * Makes `OutboxSlot` load the tray. On later visits the tray loads as long as the outbox holds
 * anything.
 */
export function wantOutbox(): void {
  window.dispatchEvent(new Event(WANTED));
}

export function onOutboxWanted(listener: () => void): () => void {
  window.addEventListener(WANTED, listener);
  return () => window.removeEventListener(WANTED, listener);
}
