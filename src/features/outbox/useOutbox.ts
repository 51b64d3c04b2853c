import { useSyncExternalStore } from "react";
import { appOutbox } from "./appOutbox";
import type { OutboxEntry } from "./entry";

/** The viewer's takes in the outbox, oldest first; empty until the tray has loaded. */
export const useOutbox = (): readonly OutboxEntry[] =>
  useSyncExternalStore(appOutbox.subscribe, appOutbox.getEntries);
