import type { PlacedSection } from "../../../convex/shared/sections";
import type { FinishedTake } from "../../audio/store/finishedTake";
import { barStartMs } from "../../../convex/shared/beatGrid";

/** A bar counts as whole if at most this much of it is missing. */
const MISSING_MS = 250;

type Take = Pick<FinishedTake, "stem" | "credit" | "loudness" | "durationMs">;

/**
 * Returns the whole bars of the beat that a take covers, and where they start in the take's file.
 * Null if that is unknown: a take that was not mixed starts some time before its beat.
 */
export function placedSection(take: Take): PlacedSection | null {
  const { stem, credit, loudness, durationMs } = take;
  const loop = stem?.info.loop;
  if (!stem || !loop || !credit?.bars || !loudness) return null;
  const { section, firstBarMs } = credit.bars;
  const loopMs = loop.lengthSeconds * 1000;
  const rhythm = { bpm: credit.bpm, loopMs, firstBarMs };
  const { beatDelaySeconds, beatFromSeconds = 0 } = stem.info;
  const startBar = section?.startBar ?? 1;
  const startMs = barStartMs(rhythm, startBar);
  const atMs = Math.round(
    startMs + 1000 * (beatDelaySeconds - beatFromSeconds),
  );
  const endMs = startMs + durationMs - atMs + MISSING_MS;
  const most = section?.bars ?? Infinity;
  let bars = 0;
  while (bars < most && barStartMs(rhythm, startBar + bars + 1) <= endMs)
    bars += 1;
  if (bars === 0) return null;
  const lengthMs = barStartMs(rhythm, startBar + bars) - startMs;
  return { startBar, bars, atMs, endMs: Math.round(atMs + lengthMs) };
}
