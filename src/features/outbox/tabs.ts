import type { Outcome } from "./entry";

/** Message about the outbox from one tab to the others. */
export interface Notice {
  /** The entry that has left the outbox; null for any other change. */
  readonly gone: { readonly id: string; readonly outcome: Outcome } | null;
}

const CHANNEL = "gully-outbox";
const LOCK = "gully-outbox-sender";

/** The other tabs of this browser. */
export interface Tabs {
  tell(notice: Notice): void;
  listen(listener: (notice: Notice) => void): () => void;
  /** Runs `work` in one tab at a time. Rejects when the signal aborts. */
  alone(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** Without Web Locks every tab sends. The server then puts the pieces from all tabs together. */
export function browserTabs(): Tabs {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    tell: (notice) => channel.postMessage(notice),
    listen: (listener) => {
      const hear = (event: MessageEvent<Notice>) => listener(event.data);
      channel.addEventListener("message", hear);
      return () => channel.removeEventListener("message", hear);
    },
    alone: async (work, signal) => {
      if ("locks" in navigator) {
        await navigator.locks.request(LOCK, { signal }, work);
      } else await work();
    },
  };
}
