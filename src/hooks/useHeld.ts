import { useState, useSyncExternalStore } from "react";
import { pageHold } from "../lib/pageHold";

/**
 * What a page shows; null if there is nothing. While the page is held, the last one stays, whatever
 * others do: a recorder that goes with it would take unsaved takes with it.
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
