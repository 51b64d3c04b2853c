import { analyseBeat, type BeatAnalysis } from "./analyseBeat.ts";
import { coarseLevels } from "./coarseLevels.ts";
import type { Hints } from "./hints.ts";
import { mono } from "./mono.ts";

export interface AnalysisJob {
  /** All of the same length. */
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
  readonly hints: Hints;
}

export type AnalysisAnswer =
  | { readonly kind: "progress"; readonly share: number }
  | {
      readonly kind: "done";
      readonly analysis: BeatAnalysis;
      /** Levels of every 5 ms, for drawing. */
      readonly levels: Uint8Array;
    };

self.onmessage = ({ data }: MessageEvent<AnalysisJob>) => {
  const { channels, sampleRate, hints } = data;
  const answer = (message: AnalysisAnswer) => self.postMessage(message);
  const samples = mono(channels);
  const levels = coarseLevels(samples, sampleRate);
  const analysis = analyseBeat(
    samples,
    sampleRate,
    (share) => answer({ kind: "progress", share }),
    hints,
  );
  answer({ kind: "done", analysis, levels });
};
