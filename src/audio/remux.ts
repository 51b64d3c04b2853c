import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MATROSKA,
  type MetadataTags,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { extensionOf } from "./recordingFormat";

/**
 * Copies the same encoded sound into a fresh container. A recorder writes for a live stream: no length in the header
 * and no index, so players would show no duration and could not seek.
 */
export async function remux(
  raw: Blob,
  mimeType: string,
  tags: MetadataTags,
): Promise<Blob> {
  const input = new Input({
    source: new BlobSource(raw),
    formats: [WEBM, MATROSKA, OGG, MP4],
  });
  const target = new BufferTarget();
  const output = new Output({ format: outputFormat(mimeType), target });
  output.setMetadataTags(tags);
  try {
    await copySound(input, output);
  } finally {
    input.dispose();
  }
  if (!target.buffer) throw new Error("remuxing gave no data");
  return new Blob([target.buffer], { type: raw.type });
}

async function copySound(input: Input, output: Output): Promise<void> {
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !codec || !decoderConfig) {
    throw new Error("the recording holds no sound that can be read");
  }
  const copy = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(copy);
  await output.start();
  // The first packet need not be at zero; the file shall begin with it.
  const startsAt = await track.getFirstTimestamp();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.timestamp - startsAt;
    await copy.add(packet.clone({ timestamp }), { decoderConfig });
  }
  await output.finalize();
}

export function outputFormat(mimeType: string): OutputFormat {
  switch (extensionOf(mimeType)) {
    case "webm":
      return new WebMOutputFormat();
    case "ogg":
      return new OggOutputFormat();
    case "mp4":
      return new Mp4OutputFormat({ fastStart: "in-memory" });
  }
}
