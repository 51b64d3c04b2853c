/**
 * References to the public functions that publish content, for scripts that run
 * outside the browser.
 */
import { makeFunctionReference } from "convex/server";
import type { Grid } from "../../convex/shared/bars.ts";
import type { BeatFacts } from "../../convex/shared/beatFacts.ts";
import type { StoredLoudness } from "../../convex/shared/loudness.ts";
import type { PlacedSection } from "../../convex/shared/sections.ts";
import type { Terms } from "../../convex/shared/terms.ts";

export const createBeat = makeFunctionReference<
  "action",
  BeatFacts & {
    storageId: string;
    terms?: Terms;
    loudness?: StoredLoudness;
    grid?: Grid;
    peaks: number[];
  },
  string
>("beats:create");

/** The bars that a verse has, and which verse it answers. */
export type VersePlace = {
  section?: PlacedSection;
  answersId?: string;
};

export const createVerse = makeFunctionReference<
  "action",
  {
    beatId: string;
    storageId: string;
    peaks: number[];
    durationMs: number;
  } & VersePlace,
  string
>("verses:create");
