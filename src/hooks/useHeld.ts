import { useState, useSyncExternalStore } from "react";
import { pageHold } from "../lib/pageHold";

/**
 * Returns what a page shows; null if there is nothing. While `holdPage` keeps the page open, the
 * last content stays, even if somebody deletes it: closing an open recorder would lose its unsaved
 * takes.
 */
export function useHeld<Content extends { readonly id: string }>(
  found: Content | null,
  id: string,
): Content | null {
  const isHeld = useSyncExternalStore(pageHold.subscribe, pageHold.isHeld);
  const [last, setLast] = useState<Content | null>(null);
  if (found !== null && found !== last) setLast(found);
  if (found !== null) return found;
  return isHeld && last?.id === id ? last : null;
}
