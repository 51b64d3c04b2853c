import { decodeBeat } from "../signal/decodeBeat.ts";
import type { BeatAnalysis } from "./analyseBeat.ts";
import { type Hints, hintsIn, hintsInTag, NO_HINTS } from "./hints.ts";
import type { AnalysisAnswer, AnalysisJob } from "./analysis.worker.ts";

export interface FileAnalysis extends BeatAnalysis {
  /** Length of the analysed part: the whole file, unless that is very long. */
  readonly durationMs: number;
  /** See `coarseLevels`. */
  readonly levels: Uint8Array;
}

interface AnalysisOptions {
  readonly signal: AbortSignal;
  /** Receives the finished share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** In Hz. High enough for hats, and half the memory of the usual rate. */
const SAMPLE_RATE = 22_050;
const SHARE_OF_DECODING = 0.25;

/**
 * Analyses an audio file in a worker. Rejects if the browser cannot decode it, and when the signal
 * aborts.
 */
export async function analyseFile(
  file: Blob,
  { signal, onProgress }: AnalysisOptions,
): Promise<FileAnalysis> {
  onProgress(0);
  const buffer = await decodeFirst(file);
  signal.throwIfAborted();
  onProgress(SHARE_OF_DECODING);
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, index) =>
    buffer.getChannelData(index).slice(),
  );
  const { analysis, levels } = await inWorker(
    { channels, sampleRate: buffer.sampleRate, hints: await hintsOf(file) },
    channels.map((channel) => channel.buffer),
    {
      signal,
      onProgress: (share) =>
        onProgress(SHARE_OF_DECODING + (1 - SHARE_OF_DECODING) * share),
    },
  );
  return { ...analysis, levels, durationMs: buffer.duration * 1000 };
}

/** Decodes the first part of a file, which is the whole file for most. */
async function decodeFirst(file: Blob): Promise<AudioBuffer> {
  for await (const part of decodeBeat(file, SAMPLE_RATE)) return part;
  throw new Error("the file holds no sound");
}

/** In an MP3 tag, text comes before the cover picture, which may be large. */
const TAG_BYTES = 65_536;

/**
 * Prefers the file's name to its tags: the maker chose the name last, and a program may have
 * written the tags.
 */
async function hintsOf(file: Blob): Promise<Hints> {
  const start = await file.slice(0, TAG_BYTES).arrayBuffer();
  const tag = hintsInTag(new Uint8Array(start));
  const name = file instanceof File ? hintsIn(file.name) : NO_HINTS;
  return { bpm: name.bpm ?? tag.bpm, key: name.key ?? tag.key };
}

type Result = Extract<AnalysisAnswer, { kind: "done" }>;

function inWorker(
  job: AnalysisJob,
  transferred: Transferable[],
  { signal, onProgress }: AnalysisOptions,
): Promise<Result> {
  const worker = new Worker(new URL("./analysis.worker.ts", import.meta.url), {
    type: "module",
  });
  return new Promise<Result>((resolve, reject) => {
    signal.addEventListener("abort", () =>
      reject(new DOMException("The analysis was stopped.", "AbortError")),
    );
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => {
      if (data.kind === "progress") onProgress(data.share);
      else resolve(data);
    };
    worker.postMessage(job, transferred);
  }).finally(() => worker.terminate());
}
