import type { History } from "../router/history";
import { FIRST_KEY, type Location, newKey, resolve } from "../router/location";

const ORIGIN = "http://localhost";

/** A history without a browser, for tests. It has only the entry that is open, first that of `at`. */
export function memoryHistory(at: string): History {
  const listeners = new Set<() => void>();
  let location = locationOf(resolve(at, ORIGIN), null, FIRST_KEY);
  return {
    get location() {
      return location;
    },
    navigate(to, { state = null } = {}) {
      const { pathname, search, hash } = location;
      const url = resolve(to, ORIGIN + pathname + search + hash);
      location = locationOf(url, state, newKey());
      listeners.forEach((listener) => listener());
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function locationOf(url: string, state: unknown, key: string): Location {
  const { pathname, search, hash } = new URL(url);
  return { pathname, search, hash, state, key };
}
