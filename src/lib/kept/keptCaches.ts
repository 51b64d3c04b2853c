import { storedToken } from "../storedSession";
import { convexUrl } from "../convexUrl";

/**
 * What this device keeps of the pages that a person has visited, for times without a connection. It
 * is stored in caches whose names contain the session's id, so that nobody else ever sees it.
 */
const START = "kept-";

export type Kept = "answers" | "sounds";

/** Returns the name of a cache of this session; null without a session. */
export function keptName(what: Kept): string | null {
  const session = storedSessionId();
  return session === null ? null : `${START}${what} ${session}`;
}

/** The caches of this browser; null on insecure connections, or if the browser forbids caches. */
export function keptCaches(): CacheStorage | null {
  try {
    return "caches" in globalThis ? globalThis.caches : null;
  } catch {
    return null;
  }
}

/** Removes what was kept for other sessions; without a session, removes everything. */
export async function dropKeptOfOthers(): Promise<void> {
  const session = storedSessionId();
  await dropCaches(
    (name) =>
      name.startsWith(START) &&
      (session === null || !name.endsWith(` ${session}`)),
  );
}

/** Removes all caches of this site whose names match `isGoing`. */
export async function dropCaches(
  isGoing: (name: string) => boolean,
): Promise<void> {
  const caches = keptCaches();
  if (caches === null) return;
  // Some browsers throw only here, for example in private windows.
  const names = await caches.keys().catch(() => []);
  await Promise.all(names.filter(isGoing).map((name) => caches.delete(name)));
}

/** Id of the session, which stays the same when the token is renewed. */
function storedSessionId(): string | null {
  const [, claims] = storedToken(convexUrl())?.split(".") ?? [];
  if (claims === undefined) return null;
  try {
    const json: unknown = JSON.parse(
      atob(claims.replaceAll("-", "+").replaceAll("_", "/")),
    );
    const { sub } = json as { sub?: unknown }; // a token has an object of claims
    return typeof sub === "string" ? sub : null;
  } catch {
    return null;
  }
}
