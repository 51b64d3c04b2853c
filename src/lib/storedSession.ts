/** Start of all storage keys of Convex Auth. */
const KEY_START = "__convexAuth";
/** Start of the storage key of the token; the key ends with the backend's address. */
const SESSION_KEY_START = `${KEY_START}JWT_`;

/**
 * Returns true if this browser has stored a session. The session may have expired: only the server
 * can tell.
 */
export function hasStoredSession(storage?: Storage): boolean {
  try {
    // Merely accessing localStorage throws where the browser forbids storage.
    return Object.keys(storage ?? localStorage).some((key) =>
      key.startsWith(SESSION_KEY_START),
    );
  } catch {
    return false;
  }
}

/**
 * Returns the token of the session that this browser has stored for the backend at `url`; null if
 * there is none. The token may have expired.
 */
export function storedToken(url: string, storage?: Storage): string | null {
  const key = SESSION_KEY_START + url.replace(/[^a-zA-Z0-9]/g, "");
  try {
    return (storage ?? localStorage).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Removes the session from this browser. The server is not told, so the session stays valid there
 * until it expires.
 */
export function forgetSession(storage?: Storage): void {
  try {
    const stored = storage ?? localStorage;
    for (const key of Object.keys(stored))
      if (key.startsWith(KEY_START)) stored.removeItem(key);
  } catch {
    // A browser that forbids storage has no stored session.
  }
}
