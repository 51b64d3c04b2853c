import { readChoice, writeChoice } from "../../lib/storedChoice";
import type { Section } from "../capture/sectionPlan";

/** Settings for the next take. */
export interface TakeSettings {
  readonly hasHeadphones: boolean;
  /** Whether to play a bar of clicks before the beat. */
  readonly hasCountIn: boolean;
  /** Bars to record; null for a free take. */
  readonly section: Section | null;
}

export const DEFAULT_SETTINGS: TakeSettings = {
  hasHeadphones: true,
  hasCountIn: false,
  section: null,
};

const COUNT_IN_KEY = "gully-count-in";

/** The defaults, combined with the settings that this browser remembers. */
export function loadSettings(): TakeSettings {
  return { ...DEFAULT_SETTINGS, hasCountIn: readChoice(COUNT_IN_KEY) === "on" };
}

/** Stores the count-in only. Headphones start from the default each time the dialog opens. */
export function rememberSettings({ hasCountIn }: Partial<TakeSettings>): void {
  if (hasCountIn === undefined) return;
  writeChoice(COUNT_IN_KEY, hasCountIn ? "on" : "off");
}
