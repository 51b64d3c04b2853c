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

/** The turn of a cypher. */
export type CypherTurn = { cypherId: string; turnNo: number };

/** The bars that a verse has, which verse it answers, and for which turn it is. */
export type VersePlace = {
  section?: PlacedSection;
  answersId?: string;
  turn?: CypherTurn;
};

export const openCypher = makeFunctionReference<
  "mutation",
  { beatId: string; bars: number; pace?: "live"; startsAt?: number },
  string
>("cyphers:open");

export const setLine = makeFunctionReference<
  "mutation",
  { cypherId: string; isInLine: boolean }
>("cyphers:setLine");

export const takeMic = makeFunctionReference<"mutation", { cypherId: string }>(
  "cyphers:take",
);

export const passMic = makeFunctionReference<
  "mutation",
  { cypherId: string; turnNo: number }
>("cyphers:pass");

export const awaitMic = makeFunctionReference<
  "mutation",
  { cypherId: string; isWaiting: boolean }
>("cyphers:watch");

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
