import { readChoice, writeChoice } from "../../lib/storedChoice";
import type { Section } from "../../../convex/shared/sections";

/** Settings for the next take. */
export interface TakeSettings {
  readonly hasHeadphones: boolean;
  /** Whether to play a bar of clicks before the beat. */
  readonly hasCountIn: boolean;
  /** Whether the end of the verse that a take answers is heard before it. */
  readonly hasVerseLead: boolean;
  /** Bars to record; null for a free take. */
  readonly section: Section | null;
}

export const DEFAULT_SETTINGS: TakeSettings = {
  hasHeadphones: true,
  hasCountIn: false,
  hasVerseLead: true,
  section: null,
};

const COUNT_IN_KEY = "gully-count-in";
const VERSE_LEAD_KEY = "gully-verse-lead";

/** The defaults, combined with the settings that this browser remembers. */
export function loadSettings(): TakeSettings {
  return {
    ...DEFAULT_SETTINGS,
    hasCountIn: readChoice(COUNT_IN_KEY) === "on",
    hasVerseLead: readChoice(VERSE_LEAD_KEY) !== "off",
  };
}

/**
 * Stores whether takes begin with a count-in or a verse. Headphones start from the default each
 * time the dialog opens.
 */
export function rememberSettings(changes: Partial<TakeSettings>): void {
  remember(COUNT_IN_KEY, changes.hasCountIn);
  remember(VERSE_LEAD_KEY, changes.hasVerseLead);
}

function remember(key: string, isOn: boolean | undefined): void {
  if (isOn !== undefined) writeChoice(key, isOn ? "on" : "off");
}
