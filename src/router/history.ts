import { FIRST_KEY, type Location, newKey, resolve } from "./location";

export interface NavigateOptions {
  /** Whether the entry of the present page is replaced, so that Back does not lead to it. */
  readonly replace?: boolean;
  /** For the page that is opened. The browser keeps it across reloads. */
  readonly state?: unknown;
}

/** The entries that Back and Forward lead through, and the one that is open. */
export interface History {
  readonly location: Location;
  /** Opens an address of this site, which may be relative to the open one; others are refused. */
  readonly navigate: (to: string, options?: NavigateOptions) => void;
  /** Calls `listener` whenever another entry is open. Returns a function that stops this. */
  readonly listen: (listener: () => void) => () => void;
}

/** What a history entry holds. `useLeaveGuard` reads the index. */
interface Entry {
  readonly usr: unknown;
  readonly key: string;
  /** Counts the entries; null for one that neither this history made nor the tab started with. */
  readonly idx: number | null;
}

/** The history of this tab. Create only one. */
export function browserHistory(): History {
  const { history, location } = window;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());

  if (readEntry(history.state).idx === null) {
    history.replaceState({ ...readEntry(history.state), idx: 0 }, "");
  }

  return {
    get location() {
      const { pathname, search, hash } = location;
      const { usr: state, key } = readEntry(history.state);
      return { pathname, search, hash, state, key };
    },
    navigate(to, { replace = false, state = null } = {}) {
      const url = resolve(to, location.href);
      const { idx } = readEntry(history.state);
      const entry = { usr: state, key: newKey() };
      if (replace) history.replaceState({ ...entry, idx }, "", url);
      else push({ ...entry, idx: idx === null ? null : idx + 1 }, url);
      tell();
    },
    listen(listener) {
      listeners.add(listener);
      window.addEventListener("popstate", listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("popstate", listener);
      };
    },
  };
}

function push(entry: Entry, url: string): void {
  try {
    window.history.pushState(entry, "", url);
  } catch (error) {
    if (error instanceof DOMException && error.name === "DataCloneError") {
      throw error;
    }
    // Safari allows only so many entries in half a minute. A reload is better than a dead link.
    window.location.assign(url);
  }
}

/** Entries can come from other scripts on this page, and from older versions of this one. */
function readEntry(held: unknown): Entry {
  const field = (name: string): unknown =>
    typeof held === "object" && held !== null ? Reflect.get(held, name) : null;
  const key = field("key");
  const idx = field("idx");
  return {
    usr: field("usr") ?? null,
    key: typeof key === "string" ? key : FIRST_KEY,
    idx: typeof idx === "number" ? idx : null,
  };
}
