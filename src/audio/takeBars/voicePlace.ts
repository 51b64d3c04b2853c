import type { StemInfo } from "../store/stem";

/**
 * Returns the position on the beat that a frame of a stem belongs to, in seconds, counted through
 * all loops.
 */
export function secondsAtFrame(info: StemInfo, frame: number): number {
  return startSeconds(info) + (frame - info.beatStartFrame) / info.sampleRate;
}

/** The frame at a position on the beat; not rounded. */
export function frameAtSeconds(info: StemInfo, seconds: number): number {
  return info.beatStartFrame + (seconds - startSeconds(info)) * info.sampleRate;
}

/**
 * Position of frame `beatStartFrame`. A voice arrives late, and the mix delays either the beat or
 * the voice to make up for it.
 */
function startSeconds(info: StemInfo): number {
  const { beatFromSeconds = 0, voiceDelaySeconds, beatDelaySeconds } = info;
  return beatFromSeconds + voiceDelaySeconds - beatDelaySeconds;
}
