/** Consecutive samples. `startFrame` counts frames on the audio context's clock. */
export interface FrameBlock<Samples = Float32Array> {
  readonly startFrame: number;
  readonly samples: Samples;
}

/**
 * Copies `length` frames, starting at frame `from`, out of the blocks. Missing frames are silent.
 */
export function cutFrames(
  blocks: readonly FrameBlock<Float32Array | Int16Array>[],
  from: number,
  length: number,
): Float32Array<ArrayBuffer> {
  const part = new Float32Array(Math.max(0, length));
  for (const { startFrame, samples } of blocks) {
    const begin = Math.max(from, startFrame);
    const end = Math.min(from + length, startFrame + samples.length);
    if (begin >= end) continue;
    const shared = samples.subarray(begin - startFrame, end - startFrame);
    part.set(shared, begin - from);
  }
  return part;
}
