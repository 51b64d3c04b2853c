import { readChoice, writeChoice } from "../lib/storedChoice";
import { readReturnState, type ReturnPlace } from "./returnTarget";

const KEY = "gully-after-activation";
/** As long as a mailed link is valid. */
const LASTS_MS = 24 * 3_600_000;

/**
 * Stores the target of a person who waits for a mailed link, which will open in another tab.
 * Without a target, removes an earlier one.
 */
export function keepTarget(place: ReturnPlace): void {
  const { from } = readReturnState(place);
  if (from === undefined && readChoice(KEY) === null) return;
  writeChoice(KEY, JSON.stringify({ from, keptAt: Date.now() }));
}

/** Returns the target that was stored last; null if there is none or it is too old. */
export function keptTarget(): string | null {
  const kept = parse(readChoice(KEY) ?? "null");
  if (typeof kept !== "object" || kept === null) return null;
  const ageMs = Date.now() - Number(Reflect.get(kept, "keptAt"));
  if (!(ageMs >= 0 && ageMs < LASTS_MS)) return null;
  return readReturnState({ state: kept, search: "" }).from ?? null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
