/** Start of Convex Auth's storage key, which ends with the backend's address. */
const SESSION_KEY_START = "__convexAuthJWT_";

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
