import { containerType, extensionOf } from "./recordingFormat";
import { summariseAudio } from "./summariseAudio";
import { type Recording } from "./captureEngine";
import { type FinishedTake } from "./takeMachine";

/**
 * Makes a file of what a recorder gave out. A recorder writes for a live stream: no length in the header and no index,
 * so players show no duration and cannot seek. Copying the same encoded sound into a fresh container mends both.
 */
export async function finishTake(
  id: string,
  { mimeType, chunks }: Recording,
): Promise<FinishedTake> {
  const raw = new Blob(chunks, { type: containerType(mimeType) });
  const file = await remux(raw, mimeType);
  const { durationMs, peaks } = await summariseAudio(file);
  return { id, file, durationMs, peaks };
}

async function remux(raw: Blob, mimeType: string): Promise<Blob> {
  const media = await import("mediabunny");
  const input = new media.Input({
    source: new media.BlobSource(raw),
    formats: media.ALL_FORMATS,
  });
  const target = new media.BufferTarget();
  const output = new media.Output({
    format: {
      webm: () => new media.WebMOutputFormat(),
      ogg: () => new media.OggOutputFormat(),
      mp4: () => new media.Mp4OutputFormat({ fastStart: "in-memory" }),
    }[extensionOf(mimeType)](),
    target,
  });
  try {
    const conversion = await media.Conversion.init({
      input,
      output,
      showWarnings: false,
    });
    await conversion.execute();
  } finally {
    input.dispose();
  }
  if (!target.buffer) throw new Error("remuxing gave no data");
  return new Blob([target.buffer], { type: raw.type });
}
