/** Convex Auth's key, which ends in the address of the backend. */
const sessionKeyStart = "__convexAuthJWT_";

/** Whether this browser holds a session, without loading what would check it. */
export function hasStoredSession(storage: Storage = localStorage): boolean {
  try {
    return Object.keys(storage).some((key) => key.startsWith(sessionKeyStart));
  } catch {
    return false;
  }
}
