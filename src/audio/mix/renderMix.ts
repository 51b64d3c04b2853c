import type { FinishedTake } from "../store/finishedTake";
import {
  AudioSampleSource,
  BufferTarget,
  canEncodeAudio,
  Output,
  Quality,
} from "mediabunny";
import { creditTags } from "../store/credit";
import { gainOf, type Loudness } from "../loudness/loudness";
import { SoundWorker } from "../loudness/soundWorker";
import { correction, MIX_CEILING_DBTP } from "./levelPlan";
import { PacketWriter } from "./packetWriter";
import { type MixParts, playMix } from "./playMix";
import { planMix } from "./mixPlan";
import type { VoiceMix } from "../store/voiceMix";
import { BITS_PER_SECOND, extensionOf } from "../signal/recordingFormat";
import { outputFormat } from "./remux";

/** In Hz. Every encoder accepts this rate, whatever rate the devices use. */
export const MIX_SAMPLE_RATE = 48_000;
const CHANNELS = 2;
/** Samples in one packet of each encoder. */
const PACKET_FRAMES = { aac: 1_024, opus: 960 } as const;
/**
 * Length of the pieces that a mix is rendered in, since a whole verse at once needs too much memory
 * for a weak phone.
 */
const PIECE_SECONDS = 10;
/**
 * Length of the sound that is rendered before each piece and discarded: by the start of the piece,
 * the compressors have adjusted and the echoes have built up.
 */
const RUN_UP_SECONDS = 2;

function encoding(fileType: string) {
  return {
    codec: extensionOf(fileType) === "mp4" ? "aac" : "opus",
    quality: new Quality({ bitrate: BITS_PER_SECOND }),
  } as const;
}

/** Returns true if this browser can encode a mix as `fileType`, the type of the recorded file. */
export async function canRenderMix(fileType: string): Promise<boolean> {
  const { codec, quality } = encoding(fileType);
  return canEncodeAudio(codec, {
    numberOfChannels: CHANNELS,
    sampleRate: MIX_SAMPLE_RATE,
    quality,
  });
}

/**
 * Renders the mix into a file of the same type as the take's, with the same credit. To reach
 * `MIX_LUFS`, renders and limits the mix twice: once to learn how loud it becomes, and again with a
 * corrected gain. Rejects when the signal aborts. Calls `onProgress` with the part that is done,
 * from 0 to 1.
 */
export async function renderMix(
  parts: MixParts,
  mix: VoiceMix,
  { file: { type }, credit }: Pick<FinishedTake, "file" | "credit">,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<{ file: Blob; loudness: Loudness }> {
  const { lengthSeconds } = planMix(parts.stem, mix.timingMs);
  // Both times, the limiter gives the end of the sound after the last piece.
  const steps = 2 * (Math.ceil(lengthSeconds / PIECE_SECONDS) + 1);
  let done = 0;
  const countStep = () => {
    done += 1;
    onProgress(done / steps);
  };
  const trial = await master(parts, mix, 1, signal, async () => countStep());
  const target = new BufferTarget();
  const output = new Output({ format: outputFormat(type), target });
  output.setMetadataTags(creditTags(credit));
  const sound = new AudioSampleSource(encoding(type));
  output.addAudioTrack(sound);
  await output.start();
  try {
    const packets = new PacketWriter(sound, {
      frames: PACKET_FRAMES[encoding(type).codec],
      channels: CHANNELS,
      sampleRate: MIX_SAMPLE_RATE,
    });
    const gain = correction(trial);
    const loudness = await master(parts, mix, gain, signal, async (samples) => {
      await packets.write(samples);
      countStep();
    });
    await packets.end();
    await output.finalize();
    if (!target.buffer) throw new Error("mixing gave no data");
    return { file: new Blob([target.buffer], { type }), loudness };
  } catch (error) {
    await output.cancel();
    throw error;
  }
}

/**
 * Renders a mix, limits its peaks in a worker, and passes the result on in parts. Returns how loud
 * it is.
 */
async function master(
  parts: MixParts,
  mix: VoiceMix,
  gain: number,
  signal: AbortSignal,
  onSound: (channels: Float32Array[]) => Promise<void>,
): Promise<Loudness> {
  const worker = new SoundWorker({
    channelCount: CHANNELS,
    sampleRateHz: MIX_SAMPLE_RATE,
    limit: { gain, ceiling: gainOf(MIX_CEILING_DBTP) },
  });
  try {
    for await (const piece of renderPieces(parts, mix)) {
      signal.throwIfAborted();
      await onSound(await worker.add(piece));
    }
    const { rest, loudness } = await worker.end();
    await onSound(rest);
    return loudness;
  } finally {
    worker.close();
  }
}

async function* renderPieces(
  parts: MixParts,
  mix: VoiceMix,
): AsyncGenerator<Float32Array<ArrayBuffer>[]> {
  const { lengthSeconds } = planMix(parts.stem, mix.timingMs);
  for (let from = 0; from < lengthSeconds; from += PIECE_SECONDS) {
    const runUp = Math.min(from, RUN_UP_SECONDS);
    const length = Math.min(PIECE_SECONDS, lengthSeconds - from);
    yield await renderPiece(parts, mix, from, length, runUp);
  }
}

async function renderPiece(
  parts: MixParts,
  mix: VoiceMix,
  fromSeconds: number,
  pieceSeconds: number,
  runUpSeconds: number,
): Promise<Float32Array<ArrayBuffer>[]> {
  const skipped = Math.round(runUpSeconds * MIX_SAMPLE_RATE);
  const kept = Math.ceil(pieceSeconds * MIX_SAMPLE_RATE);
  const context = new OfflineAudioContext(
    CHANNELS,
    skipped + kept,
    MIX_SAMPLE_RATE,
  );
  playMix(context.destination, parts, mix, {
    fromSeconds: fromSeconds - runUpSeconds,
    lengthSeconds: runUpSeconds + pieceSeconds,
    at: 0,
  });
  const rendered = await context.startRendering();
  return Array.from({ length: CHANNELS }, (_, channel) =>
    rendered.getChannelData(channel).slice(skipped),
  );
}
