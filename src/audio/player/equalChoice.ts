import { readChoice, writeChoice } from "../../lib/storedChoice";

const KEY = "gully-equal-loudness";

/** Returns true if this browser plays all tracks equally loud, which is the default. */
export function readEqualChoice(): boolean {
  return readChoice(KEY) !== "off";
}

export function writeEqualChoice(isEqual: boolean): void {
  writeChoice(KEY, isEqual ? "on" : "off");
}
