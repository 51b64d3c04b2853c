import { useEffect } from "react";
import { dropCaches } from "../../lib/kept/keptCaches";

/**
 * Removes what this device has stored. The retiring service worker has done so before, but a page
 * of an earlier version that is still open may store more.
 */
export function SwitchedOff() {
  useEffect(() => void dropCaches(() => true), []);
  return null;
}
