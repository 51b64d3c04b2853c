import {
  AudioBufferSource,
  BufferTarget,
  canEncodeAudio,
  Output,
  Quality,
} from "mediabunny";
import { creditTags } from "./credit";
import { connectMaster } from "./masterBus";
import { type MixParts, playMix } from "./mixParts";
import { planMix, type VoiceMix } from "./mixPlan";
import { BITS_PER_SECOND, extensionOf } from "./recordingFormat";
import { outputFormat } from "./remux";
import type { FinishedTake } from "./takeMachine";

/** Every encoder takes it, whatever the devices run at. */
export const MIX_SAMPLE_RATE = 48_000;
const CHANNELS = 2;
/** A whole verse of samples at once would be too much for a weak phone. */
const PIECE_SECONDS = 20;
/** Rendered before each piece and thrown away, so that the limiter is where it would have been. */
const RUN_UP_SECONDS = 2;

function encoding(fileType: string) {
  return {
    codec: extensionOf(fileType) === "mp4" ? "aac" : "opus",
    quality: new Quality({ bitrate: BITS_PER_SECOND }),
  } as const;
}

/** Whether this browser can make a file like the one it has recorded. */
export async function canRenderMix(fileType: string): Promise<boolean> {
  const { codec, quality } = encoding(fileType);
  return canEncodeAudio(codec, {
    numberOfChannels: CHANNELS,
    sampleRate: MIX_SAMPLE_RATE,
    quality,
  });
}

/** Mixes voice and beat anew into a file like that of the take. */
export async function renderMix(
  parts: MixParts,
  mix: VoiceMix,
  { file: { type }, credit }: Pick<FinishedTake, "file" | "credit">,
  signal: AbortSignal,
): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: outputFormat(type), target });
  output.setMetadataTags(creditTags(credit));
  const sound = new AudioBufferSource(encoding(type));
  output.addAudioTrack(sound);
  await output.start();
  try {
    for await (const piece of renderPieces(parts, mix)) {
      signal.throwIfAborted();
      await sound.add(piece);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  if (!target.buffer) throw new Error("mixing gave no data");
  return new Blob([target.buffer], { type });
}

async function* renderPieces(
  parts: MixParts,
  mix: VoiceMix,
): AsyncGenerator<AudioBuffer> {
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
): Promise<AudioBuffer> {
  const skipped = runUpSeconds * MIX_SAMPLE_RATE;
  const kept = Math.ceil(pieceSeconds * MIX_SAMPLE_RATE);
  const context = new OfflineAudioContext(
    CHANNELS,
    skipped + kept,
    MIX_SAMPLE_RATE,
  );
  playMix(connectMaster(context.destination), parts, mix, {
    fromSeconds: fromSeconds - runUpSeconds,
    lengthSeconds: runUpSeconds + pieceSeconds,
    at: 0,
  });
  const rendered = await context.startRendering();
  if (skipped === 0) return rendered;
  const piece = new AudioBuffer({
    numberOfChannels: CHANNELS,
    length: kept,
    sampleRate: MIX_SAMPLE_RATE,
  });
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const samples = rendered.getChannelData(channel).subarray(skipped);
    piece.copyToChannel(samples, channel);
  }
  return piece;
}
