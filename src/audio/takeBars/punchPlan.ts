import { MAX_VERSE_MS } from "../../../convex/shared/limits";
import { BEATS_IN_BAR } from "../../../convex/shared/limits";
import { barMs, beatMs, type Rhythm } from "../../../convex/shared/beatGrid";
import { endFrame, type Stem } from "../store/stem";
import type { MarkedBars } from "./markedBars";
import { barsOfTake, spanOfTake } from "./takeBars";
import { frameAtSeconds, secondsAtFrame } from "./voicePlace";

/**
 * How marked bars of a take are recorded again. Times are in ms; frames are frames of the take's
 * stem.
 */
export interface PunchPlan extends MarkedBars {
  /** Position in the beat's file at which playback starts. */
  readonly playFromMs: number;
  /**
   * The same position counted through all loops; negative if it lies before the take's first loop.
   */
  readonly beatFromMs: number;
  /** From the start of playback to the first marked bar. */
  readonly leadInMs: number;
  readonly leadInBeats: number;
  /** From the start of playback to the end of the recording. */
  readonly lengthMs: number;
  /** The earlier voice is heard from this frame up to `fromFrame`. */
  readonly guideFrame: number;
  /** The marked bars. Nothing outside these frames changes. */
  readonly fromFrame: number;
  readonly toFrame: number;
  readonly fadeFrames: number;
}

const FADE_SECONDS = 0.01;
/** Shortest lead-in, to get ready; at quick tempos, one bar is shorter. */
const LEAST_LEAD_IN_MS = 1_000;
/** Longest lead-in; at very slow tempos, one bar is too long to wait for. */
const MOST_LEAD_IN_MS = 10_000;
/** Covers the last word, and a voice that was moved by hand. */
const TAIL_MS = 500;

/**
 * Plans the recording of the marked bars. `timingMs` is how far the mix moves the voice: bars are
 * marked by what is heard. Null if the take does not have these bars.
 */
export function planPunchIn(
  stem: Stem,
  rhythm: Rhythm,
  marked: MarkedBars,
  timingMs: number,
): PunchPlan | null {
  const bars = barsOfTake(stem, rhythm);
  const first = bars.find(({ bar }) => bar === marked.firstBar);
  const last = bars.find(({ bar }) => bar === marked.lastBar);
  if (!first || !last || first.bar > last.bar) return null;
  const leadInMs = leadInOf(rhythm);
  const beatFromMs = first.fromMs - leadInMs;
  const longestMs = spanOfTake(stem).fromMs + MAX_VERSE_MS;
  const toMs = Math.min(last.toMs, longestMs);
  const { loopMs } = rhythm;
  const frameAt = (ms: number) =>
    Math.round(frameAtSeconds(stem.info, (ms - timingMs) / 1000));
  return {
    firstBar: first.bar,
    lastBar: last.bar,
    playFromMs: beatFromMs - Math.floor(beatFromMs / loopMs) * loopMs,
    beatFromMs,
    leadInMs,
    leadInBeats: Math.round(leadInMs / beatMs(rhythm)),
    lengthMs: leadInMs + toMs - first.fromMs + TAIL_MS,
    guideFrame: frameAt(beatFromMs),
    fromFrame: frameAt(first.fromMs),
    toFrame: frameAt(toMs),
    fadeFrames: Math.round(FADE_SECONDS * stem.info.sampleRate),
  };
}

function leadInOf(rhythm: Rhythm): number {
  const bars = Math.ceil(LEAST_LEAD_IN_MS / barMs(rhythm));
  const beats = Math.floor(MOST_LEAD_IN_MS / beatMs(rhythm));
  if (beats < 1) return MOST_LEAD_IN_MS;
  return Math.min(bars * BEATS_IN_BAR, beats) * beatMs(rhythm);
}

/** The frames of a take that a part of a new recording replaces. */
export interface JointPlan {
  /** First and last of these frames, in frames of the take. */
  readonly fromFrame: number;
  readonly toFrame: number;
  readonly fadeFrames: number;
  /** The frame of the new recording that belongs at `fromFrame`. */
  readonly freshFrame: number;
}

/**
 * Plans where the new voice goes. A recording that ended early replaces the bars up to its end.
 * Null if the recording has nothing of the marked bars.
 */
export function planJoint(
  old: Stem,
  fresh: Stem,
  punch: PunchPlan,
  timingMs: number,
): JointPlan | null {
  const { fromFrame, fadeFrames } = punch;
  const movedSeconds = moveOf(old, fresh, timingMs) / 1000;
  const atSeconds = secondsAtFrame(old.info, fromFrame) - movedSeconds;
  const freshFrame = Math.round(frameAtSeconds(fresh.info, atSeconds));
  const recordedSeconds =
    (endFrame(fresh) - freshFrame) / fresh.info.sampleRate;
  const endsAt = fromFrame + Math.floor(recordedSeconds * old.info.sampleRate);
  const toFrame = Math.min(punch.toFrame, endsAt);
  if (toFrame - fromFrame < 2 * fadeFrames) return null;
  return { fromFrame, toFrame, fadeFrames, freshFrame };
}

/**
 * Returns how far the new voice moves within the stem of the take, in ms. The mix moves the whole
 * stem by `timingMs`. The new voice must move with it if the same devices recorded it with the same
 * correction; otherwise the new voice is already in its place.
 */
function moveOf(old: Stem, fresh: Stem, timingMs: number): number {
  const isSame =
    old.info.pair?.devices === fresh.info.pair?.devices &&
    old.info.sampleRate === fresh.info.sampleRate &&
    old.info.correctionMs === fresh.info.correctionMs;
  return isSame ? 0 : -timingMs;
}
