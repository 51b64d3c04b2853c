import type { CaptureRequest } from "../../capture/runningCapture";
import type { PunchPlan } from "../../takeBars/punchPlan";
import {
  type CaptureLevels,
  UNCHANGED_LEVELS,
} from "../../signal/captureLevels";
import { monitorLevel } from "../../signal/microphone";
import { readStem, type Stem } from "../../store/stem";

interface Hearing {
  readonly hasHeadphones: boolean;
  /** Gain of the earlier voice, relative to the captured one. */
  readonly voiceGain: number;
}

/**
 * Plans what plays while marked bars are recorded: the beat, and up to the marked bars the earlier
 * voice.
 */
export function planCapture(
  stem: Stem,
  plan: PunchPlan,
  { hasHeadphones, voiceGain }: Hearing,
): Pick<CaptureRequest, "passage" | "levels"> {
  const { guideFrame, fromFrame, playFromMs, beatFromMs, lengthMs } = plan;
  const levels = levelsAt(stem, fromFrame);
  const guide = {
    samples: readStem(stem, guideFrame, fromFrame - guideFrame),
    sampleRate: stem.info.sampleRate,
    gain: voiceGain * levels.voice * monitorLevel(hasHeadphones),
  };
  const { loop } = stem.info;
  return { levels, passage: { playFromMs, beatFromMs, loop, lengthMs, guide } };
}

/** Returns the levels that the rapper had chosen at a frame of the take. */
function levelsAt({ blocks }: Stem, frame: number): CaptureLevels {
  const block =
    blocks.findLast(({ startFrame }) => startFrame <= frame) ?? blocks[0];
  return block?.levels ?? UNCHANGED_LEVELS;
}
