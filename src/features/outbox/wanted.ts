/** Event that tells `OutboxSlot` to load the tray. */
const WANTED = "gully:outbox-wanted";

/** Loads the tray. At later visits it loads while the outbox holds something. */
export function wantOutbox(): void {
  window.dispatchEvent(new Event(WANTED));
}

export function onOutboxWanted(listener: () => void): () => void {
  window.addEventListener(WANTED, listener);
  return () => window.removeEventListener(WANTED, listener);
}
