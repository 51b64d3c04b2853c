// @vitest-environment jsdom
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from "mediabunny";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { judgeBeat } from "../../../convex/shared/audio/judgeBeat";
import { mendBeat } from "../signal/mendBeat";
import { taggedFile } from "./taggedFile";

const tags = {
  title: "बारिश (prod. मीरा)",
  artist: "मीरा",
  genre: "Trap",
  beatsPerMinute: 97,
  comment: "Beat by मीरा. Terms: Share it anywhere with credit.",
};

const stored = async (name: string) =>
  new Blob([await readFile(`convex/testing/audio/${name}`)]);

async function read(file: Blob) {
  using input = new Input({
    source: new BlobSource(file),
    formats: ALL_FORMATS,
  });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("no sound");
  const packets: string[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    packets.push(Buffer.from(data).toString("base64"));
  }
  return { tags: await input.getMetadataTags(), sound: packets.join() };
}

test.each([
  ["beat-97bpm-short-2s.mp3", "mp3"],
  ["beat-vbr-2s-id3art.mp3", "mp3"],
  ["beat-97bpm-pcm16-mono-short.wav", "wav"],
  ["verse-2s.webm", "webm"],
  ["verse-2s.ogg", "ogg"],
  ["verse-2s.mp4", "mp4"],
])("tags a copy of %s and leaves its sound as it is", async (name, kind) => {
  const file = await stored(name);
  const copy = await taggedFile(file, tags);
  expect(copy.extension).toBe(kind);
  const before = await read(file);
  const after = await read(copy.file);
  const { title, artist, comment } = tags;
  expect(after.tags).toMatchObject({ title, artist, comment });
  expect(after.sound).toBe(before.sound);
  expect(after.tags.images?.length).toBe(before.tags.images?.length);
});

/** Bytes of an ID3 tag at the start of a file. */
function tagBytes(file: Buffer): number {
  expect(file.toString("latin1", 0, 3)).toBe("ID3");
  const size = [...file.subarray(6, 10)];
  return 10 + size.reduce((sum, digit) => sum * 128 + digit, 0);
}

test("keeps every byte of an MP3 after its tags, and so the place where its sound begins", async () => {
  const file = await stored("beat-vbr-2s-id3art.mp3");
  const { file: copy } = await taggedFile(file, tags);
  const before = Buffer.from(await file.arrayBuffer());
  const after = Buffer.from(await copy.arrayBuffer());
  const frames = before.subarray(tagBytes(before));
  expect(frames.length).toBeGreaterThan(10_000);
  expect(after.subarray(tagBytes(after)).equals(frames)).toBe(true);
});

test("gives the very file if there is nothing to add", async () => {
  const file = await stored("beat-97bpm-short-2s.mp3");
  const same = await taggedFile(file, null);
  expect(same).toEqual({ file, extension: "mp3" });
  expect(same.file).toBe(file);
});

test.each([
  "wav-riff-size-small.wav",
  "wav-data-size-0.wav",
  "wav-rf64.wav",
  "wav-data-before-fmt.wav",
  "mp3-padding-4k.mp3",
  "mp3-apev2-start-cover.mp3",
  "mp3-id3-padding-20k-uncounted.mp3",
  "mp3-vbr-noxing.mp3",
])("a copy of %s is as long as the beat", async (name) => {
  const { file, extension } = await taggedFile(
    await stored(`odd/${name}`),
    tags,
  );
  const copy = mendBeat(new Uint8Array(await file.arrayBuffer()));
  const durationMs = extension === "wav" ? 4948 : 4989;
  expect(judgeBeat(copy)).toEqual({ format: extension, durationMs });
  const { title } = tags;
  expect((await read(file)).tags).toMatchObject({ title });
});

test("rejects a file that is no sound", async () => {
  const attempt = taggedFile(await stored("png-renamed.mp3"), tags);
  await expect(attempt).rejects.toThrow(/format/);
});
