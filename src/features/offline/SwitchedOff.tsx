import { useEffect } from "react";
import { dropCaches } from "../../lib/kept/keptCaches";

/**
 * Removes what this device has stored. The worker that retires has done so before, but a page of an
 * earlier version that is still open stores more.
 */
export function SwitchedOff() {
  useEffect(() => void dropCaches(() => true), []);
  return null;
}
