import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
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
import { extensionOf } from "../signal/recordingFormat";

/**
 * Copies the encoded audio into a new container, without re-encoding. A recorder writes a live
 * stream without a duration in the header or an index, so players of that file could neither show
 * its length nor seek. Rejects if the recording has no readable audio.
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

/** Copies the first sound track of a file, packet by packet. Rejects if the file has no sound. */
export async function copySound(input: Input, output: Output): Promise<void> {
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !codec || !decoderConfig) {
    throw new Error("the recording holds no sound that can be read");
  }
  const copy = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(copy);
  await output.start();
  const packets = await packetsInOrder(track);
  // The first packet may not be at zero. Shift all packets so that the file starts with it.
  const startsAt = packets[0]?.timestamp ?? 0;
  for (const packet of packets) {
    const timestamp = packet.timestamp - startsAt;
    await copy.add(packet.clone({ timestamp }), { decoderConfig });
  }
  await output.finalize();
}

/**
 * Returns one packet per timestamp, in order. WebKit's recorder writes its last fragment twice; the
 * later copy is the complete one.
 */
async function packetsInOrder(
  track: InputAudioTrack,
): Promise<EncodedPacket[]> {
  const packets = new Map<number, EncodedPacket>();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.set(packet.timestamp, packet);
  }
  return [...packets.values()].sort((a, b) => a.timestamp - b.timestamp);
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
