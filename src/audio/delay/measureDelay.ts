import { BURST_LENGTH, makeBurst } from "./makeBurst";
import type { DelayVerdict } from "./burstMatch";
import type { BurstJob } from "./burstMatch.worker";
import { cutFrames, type FrameBlock } from "../signal/frameBlock";
import { FrameCapture } from "../signal/frameCapture";
import { MAX_ROUND_TRIP_SECONDS } from "./latency";
import { waitForAudioTime } from "../signal/waitForAudioTime";
import { Scope } from "../../lib/scope";

export const BURSTS = 3;
const LEAD_SECONDS = 0.2;
/** Frames arrive in blocks, so the last ones come a moment after their sound. */
const TAIL_SECONDS = 0.4;

interface MeasureOptions {
  readonly signal: AbortSignal;
  readonly onBurst: (burst: number) => void;
}

/** Opens the microphone again. Disposing the scope closes it. */
type OpenVoice = (scope: Scope) => Promise<VoiceSource>;

export interface VoiceSource {
  readonly node: AudioNode;
  /**
   * How long the node holds the voice back. This delay is not counted as part of the devices'
   * delay.
   */
  readonly bufferSeconds: number;
}

/**
 * Plays three bursts and records them to measure the round trip of a take: out of the graph,
 * through the air, and back in. The microphone is opened for each burst, as it is for each take: a
 * delay that belongs to one stream only would not be that of the next take. Rejects when the signal
 * aborts or the browser has no worklets.
 */
export async function measureDelay(
  context: AudioContext,
  openVoice: OpenVoice,
  { signal, onBurst }: MeasureOptions,
): Promise<DelayVerdict> {
  await FrameCapture.load(context);
  const recordings: Float32Array[] = [];
  for (let burst = 1; burst <= BURSTS; burst += 1) {
    const scope = new Scope();
    try {
      const voice = await openVoice(scope);
      signal.throwIfAborted();
      const played = () => onBurst(burst);
      recordings.push(await recordBurst(context, voice, scope, signal, played));
    } finally {
      scope.dispose();
    }
  }
  return judge({ sampleRate: context.sampleRate, recordings });
}

/** Plays one burst and returns what the microphone hears, starting at the burst's first sample. */
async function recordBurst(
  context: AudioContext,
  { node, bufferSeconds }: VoiceSource,
  scope: Scope,
  signal: AbortSignal,
  onPlayed: () => void,
): Promise<Float32Array> {
  const { sampleRate } = context;
  const blocks: FrameBlock[] = [];
  const capture = new FrameCapture(node, (block) => blocks.push(block));
  const start = playBurst(scope, context);
  const from = start + Math.round(bufferSeconds * sampleRate);
  const length = Math.ceil(BURST_LENGTH + MAX_ROUND_TRIP_SECONDS * sampleRate);
  try {
    await waitForAudioTime(context, start / sampleRate, signal);
    onPlayed();
    const endsAt = (from + length) / sampleRate + TAIL_SECONDS;
    await waitForAudioTime(context, endsAt, signal);
  } finally {
    await capture.stop();
  }
  return cutFrames(blocks, from, length);
}

/** Schedules a burst and returns the frame at which it begins. */
function playBurst(scope: Scope, context: AudioContext): number {
  const { sampleRate } = context;
  const buffer = new AudioBuffer({ length: BURST_LENGTH, sampleRate });
  buffer.copyToChannel(makeBurst(), 0);
  const frame = Math.ceil((context.currentTime + LEAD_SECONDS) * sampleRate);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(context.destination);
  source.start(frame / sampleRate);
  scope.add(() => source.disconnect());
  return frame;
}

/** Analyses the recordings in a worker, so that the page stays responsive on a slow phone. */
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
