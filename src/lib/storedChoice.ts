/**
 * Reads a small setting from localStorage; null if it is missing or the browser forbids storage.
 */
export function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a small setting. Does nothing if the browser forbids storage. */
export function writeChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, the setting only lasts as long as the page.
  }
}
