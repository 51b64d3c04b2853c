/** Convex Auth's key, which ends in the address of the backend. */
const sessionKeyStart = "__convexAuthJWT_";

/** Whether this browser holds a session, without loading what would check it. */
export function hasStoredSession(storage?: Storage): boolean {
  try {
    // Reaching for it throws where the browser forbids storage.
    return Object.keys(storage ?? localStorage).some((key) =>
      key.startsWith(sessionKeyStart),
    );
  } catch {
    return false;
  }
}
