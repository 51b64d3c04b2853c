import { readChoice, writeChoice } from "../../lib/storedChoice";

/** Event that tells `OutboxSlot` to load the tray. */
const WANTED = "gully:outbox-wanted";
const KEY = "gully-outbox";

/** Returns true if this browser may have takes in its outbox. */
export const isOutboxWanted = (): boolean => readChoice(KEY) === "used";

/**
 * Loads the tray, now and at every later visit: someone else who uses this browser may still have
 * takes in it.
 */
export function wantOutbox(): void {
  writeChoice(KEY, "used");
  window.dispatchEvent(new Event(WANTED));
}

export function onOutboxWanted(listener: () => void): () => void {
  window.addEventListener(WANTED, listener);
  return () => window.removeEventListener(WANTED, listener);
}
