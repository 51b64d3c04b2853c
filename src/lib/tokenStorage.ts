/** About as much as the tokens of a session. */
const TRIAL = "x".repeat(2_000);

/**
 * Returns where the tokens of the session are kept: localStorage, or where the browser forbids it
 * or has no room left, the memory of this page. The session then ends with the page.
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

/** Whether somebody who signs in is still signed in after a reload. */
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
