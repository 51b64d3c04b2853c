const PREFIX = "gully-take:";

/**
 * Marks a take as open in this tab until the returned function is called or the tab closes. Does
 * nothing where the browser has no Web Locks.
 */
export function claimTake(takeId: string): () => void {
  if (!("locks" in navigator)) return () => undefined;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(PREFIX + takeId, () => held).catch(() => undefined);
  return release;
}

/**
 * Returns the ids of the takes that a tab has open. They are not lost, so do not offer to recover
 * them.
 */
export async function claimedTakeIds(): Promise<Set<string>> {
  if (!("locks" in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = held.map((lock) => lock.name ?? "");
  return new Set(
    names
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length)),
  );
}

/**
 * Runs `work` unless a tab has the take open, and keeps other tabs from opening the take meanwhile.
 * Without Web Locks the browser cannot tell which takes are open, so `work` does not run.
 */
export async function unlessClaimed(
  takeId: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!("locks" in navigator)) return;
  const options = { ifAvailable: true };
  await navigator.locks.request(PREFIX + takeId, options, async (lock) => {
    if (lock !== null) await work();
  });
}

/** Resolves once no tab has the take open. Rejects when the signal aborts. */
export async function claimReleased(
  takeId: string,
  signal: AbortSignal,
): Promise<void> {
  await navigator.locks.request(PREFIX + takeId, { signal }, () => undefined);
}
