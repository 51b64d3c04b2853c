import { BURST_LENGTH, makeBurst } from "./burst";
import type { DelayVerdict } from "./burstMatch";
import type { BurstJob } from "./burstMatch.worker";
import { cutFrames, type FrameBlock } from "./frameBlock";
import { FrameCapture } from "./frameCapture";
import { MAX_ROUND_TRIP_SECONDS } from "./latency";
import { reach } from "./reach";
import { Scope } from "./scope";

export const BURSTS = 3;
/** Longer than the longest delay, so that no burst can be taken for its neighbour. */
const BURST_PERIOD_SECONDS = MAX_ROUND_TRIP_SECONDS + 0.2;
const LEAD_SECONDS = 0.3;
/** Frames arrive in blocks; the last one needs a moment more than its sound. */
const TAIL_SECONDS = 0.4;

/**
 * Plays three bursts and listens for them: the time from the graph through the air and back into the graph, as a take
 * will go. Rejects when the signal aborts, or where the browser has no worklets.
 */
export async function measureDelay(
  context: AudioContext,
  microphone: MediaStream,
  options: { signal: AbortSignal; onBurst: (burst: number) => void },
): Promise<DelayVerdict> {
  const scope = new Scope();
  try {
    const blocks: FrameBlock[] = [];
    const source = context.createMediaStreamSource(microphone);
    scope.add(() => source.disconnect());
    await FrameCapture.load(context);
    const capture = new FrameCapture(source, (block) => blocks.push(block));
    scope.add(() => void capture.stop());
    const startFrames = playBursts(scope, context);
    for (const [index, frame] of startFrames.entries()) {
      await reach(context, frame / context.sampleRate, options.signal);
      options.onBurst(index + 1);
    }
    const frames = Math.ceil(
      BURST_LENGTH + MAX_ROUND_TRIP_SECONDS * context.sampleRate,
    );
    const lastFrame = (startFrames.at(-1) ?? 0) + frames;
    const endsAt = lastFrame / context.sampleRate + TAIL_SECONDS;
    await reach(context, endsAt, options.signal);
    return await judge({
      sampleRate: context.sampleRate,
      recordings: startFrames.map((frame) => cutFrames(blocks, frame, frames)),
    });
  } finally {
    scope.dispose();
  }
}

/** Returns the frames at which the bursts begin. */
function playBursts(scope: Scope, context: AudioContext): number[] {
  const { sampleRate } = context;
  const buffer = new AudioBuffer({ length: BURST_LENGTH, sampleRate });
  buffer.copyToChannel(makeBurst(), 0);
  const first = Math.ceil((context.currentTime + LEAD_SECONDS) * sampleRate);
  return Array.from({ length: BURSTS }, (_, index) => {
    const frame = first + Math.round(index * BURST_PERIOD_SECONDS * sampleRate);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(context.destination);
    source.start(frame / sampleRate);
    scope.add(() => source.disconnect());
    return frame;
  });
}

/** Beside the page, so that it stays alive on a slow phone. */
function judge(job: BurstJob): Promise<DelayVerdict> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(
      new URL("./burstMatch.worker.ts", import.meta.url),
      { type: "module" },
    );
    worker.onmessage = ({ data }: MessageEvent<DelayVerdict>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(event.message));
    };
    worker.postMessage(job);
  });
}
