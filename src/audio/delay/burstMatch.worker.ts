import { makeBurst } from "./makeBurst";
import { type DelayVerdict, findBurst, judgeBursts } from "./burstMatch";

export interface BurstJob {
  readonly sampleRate: number;
  /** One recording for each burst, starting at the moment the burst was played. */
  readonly recordings: readonly Float32Array[];
}

self.onmessage = ({ data }: MessageEvent<BurstJob>) => {
  const burst = makeBurst();
  const verdict: DelayVerdict = judgeBursts(
    data.recordings.map((recording) =>
      findBurst(recording, burst, data.sampleRate),
    ),
  );
  self.postMessage(verdict);
};
