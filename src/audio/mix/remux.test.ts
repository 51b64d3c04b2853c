// @vitest-environment jsdom
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { expect, test } from "vitest";
import { remux } from "./remux";

const PACKET_SECONDS = 0.02;
const decoderConfig = {
  codec: "opus",
  sampleRate: 48_000,
  numberOfChannels: 2,
};

/**
 * Makes a live recording in fragments of half a second. The first byte of each packet is its index.
 */
async function record(packets: number): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const format = new Mp4OutputFormat({
    fastStart: "fragmented",
    minimumFragmentDuration: 0.5,
  });
  const output = new Output({ format, target });
  const sound = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(sound);
  await output.start();
  for (let index = 0; index < packets; index += 1) {
    const data = Uint8Array.of(index, 1, 2, 3);
    const at = index * PACKET_SECONDS;
    const packet = new EncodedPacket(data, "key", at, PACKET_SECONDS);
    await sound.add(packet, { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("nothing was written");
  return new Uint8Array(target.buffer);
}

/** Returns the types and byte ranges of the top-level MP4 boxes. */
function boxes(file: Uint8Array<ArrayBuffer>) {
  const view = new DataView(file.buffer);
  const found: { type: string; start: number; end: number }[] = [];
  for (let start = 0; start < file.length;) {
    const end = start + view.getUint32(start);
    const type = String.fromCharCode(...file.subarray(start + 4, start + 8));
    found.push({ type, start, end });
    start = end;
  }
  return found;
}

function repeatLastFragment(file: Uint8Array<ArrayBuffer>): Blob {
  const all = boxes(file);
  const last = all.findLastIndex(({ type }) => type === "moof");
  const start = all[last]?.start ?? 0;
  const end = all[last + 1]?.end ?? 0;
  const fragment = file.slice(start, end);
  return new Blob([file.slice(0, end), fragment], { type: "audio/mp4" });
}

async function packetsOf(file: Blob): Promise<EncodedPacket[]> {
  using input = new Input({ source: new BlobSource(file), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("no sound");
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.push(packet);
  }
  return packets;
}

test("puts packets in order when the last fragment is written twice", async () => {
  const packets = 60;
  const raw = repeatLastFragment(await record(packets));
  const file = await remux(raw, "audio/mp4", {});
  const copied = await packetsOf(file);
  expect(copied.map(({ data }) => data[0])).toEqual(
    Array.from({ length: packets }, (_, index) => index),
  );
  for (const [index, { timestamp }] of copied.entries()) {
    expect(timestamp).toBeCloseTo(index * PACKET_SECONDS, 3);
  }
});
