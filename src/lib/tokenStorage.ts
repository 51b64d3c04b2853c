/** Roughly as long as the tokens of a session. */
const TRIAL = "x".repeat(2_000);

/**
 * Returns the storage for the session's tokens: localStorage, or the memory of this page if the
 * browser forbids localStorage or has no room left. In memory, the session ends with the page.
 */
export function tokenStorage(): Pick<
  Storage,
  "getItem" | "setItem" | "removeItem"
> {
  const lasting = lastingStorage();
  if (lasting !== null) return lasting;
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** Returns whether a session survives a reload of the page. */
export const keepsSessions = (): boolean => lastingStorage() !== null;

function lastingStorage(): Storage | null {
  try {
    const { localStorage } = window; // merely reading the property may throw
    localStorage.setItem("gully-trial", TRIAL);
    localStorage.removeItem("gully-trial");
    return localStorage;
  } catch {
    return null;
  }
}
