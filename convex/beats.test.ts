import { expect, test } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import {
  expectRefusal,
  makeWorld,
  type Person,
  type World,
} from "./test.setup";

const MP3 = "beat-97bpm-short-2s.mp3";

interface Chosen {
  file?: string;
  fileName?: string;
  type?: string;
  title?: string;
  genre?: string;
  bpm?: number;
  tags?: string[];
  peaks?: number[];
}

async function upload(world: World, person: Person, chosen: Chosen = {}) {
  const {
    file = MP3,
    type = "audio/mpeg",
    fileName = file,
    ...fields
  } = chosen;
  const storageId = await world.upload({ name: file, type });
  const beat = { title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [7] };
  return person.action(api.beats.create, {
    ...beat,
    ...fields,
    storageId,
    fileName,
  });
}

test("a producer uploads a beat and everyone sees it", async () => {
  const world = await makeWorld();
  const { asProducer, stranger } = world;
  const tags = [" dark ", "", "808", "808"];
  const chosen = { title: "  Dharavi ", tags, peaks: [0, 128, 255] };
  const beatId = await upload(world, asProducer, chosen);
  const beat = await stranger.query(api.beats.get, { beatId });
  expect(beat).toEqual({
    id: beatId,
    title: "Dharavi",
    genre: "Trap",
    bpm: 97,
    tags: ["dark", "808"],
    state: "Kerala",
    producer: { userId: asProducer.userId, username: "producer" },
    voteCount: 0,
    verseCount: 0,
    versesLimit: 10,
    fileUrl: expect.stringMatching(/^https?:/) as string,
    durationMs: 2508,
    createdAt: expect.any(Number) as number,
  });
  const shown = { contentType: "beat" as const, contentId: beatId };
  expect(await stranger.query(api.waveforms.get, shown)).toEqual([0, 128, 255]);
});

test("a producer who raps uploads too, and WAV as well as MP3", async () => {
  const world = await makeWorld();
  const file = "beat-97bpm-pcm16-mono-short.wav";
  const beatId = await upload(world, world.asBoth, { file, type: "audio/wav" });
  const beat = await world.stranger.query(api.beats.get, { beatId });
  expect(beat?.durationMs).toBe(2474);
});

test("an MP3 that was cut short counts with what is there", async () => {
  const world = await makeWorld();
  const file = "truncated.mp3";
  const beatId = await upload(world, world.asProducer, { file });
  const beat = await world.stranger.query(api.beats.get, { beatId });
  expect(beat?.durationMs).toBe(12121);
});

test.each([
  ["asRapper", "ONLY_PRODUCERS_UPLOAD"],
  ["asListener", "ONLY_PRODUCERS_UPLOAD"],
  ["asUnconfirmed", "EMAIL_NOT_CONFIRMED"],
  ["asNameless", "PROFILE_MISSING"],
] as const)("%s cannot upload a beat", async (who, code) => {
  const world = await makeWorld();
  await expectRefusal(upload(world, world[who]), code);
  expect(await world.rows("beats")).toEqual([]);
});

test("a stranger cannot upload a beat", async () => {
  const world = await makeWorld();
  const stranger = { ...world.asProducer, ...world.stranger };
  await expectRefusal(upload(world, stranger), "NOT_SIGNED_IN");
});

test.each([
  [{ title: "  " }, "TITLE_REQUIRED"],
  [{ title: "x".repeat(101) }, "TITLE_TOO_LONG"],
  [{ genre: "" }, "GENRE_REQUIRED"],
  [{ genre: "Polka" }, "GENRE_REQUIRED"],
  [{ bpm: 0 }, "BPM_INVALID"],
  [{ bpm: 1000 }, "BPM_INVALID"],
  [{ bpm: NaN }, "BPM_INVALID"],
  [{ tags: ["1", "2", "3", "4", "5", "6"] }, "TOO_MANY_TAGS"],
  [{ tags: ["x".repeat(31)] }, "TAG_TOO_LONG"],
  [{ peaks: [256] }, "PEAKS_INVALID"],
  [{ peaks: [0.5] }, "PEAKS_INVALID"],
  [{ peaks: new Array<number>(801).fill(0) }, "PEAKS_INVALID"],
] as const)("a beat with %o is refused", async (fields, code) => {
  const world = await makeWorld();
  const chosen = fields as Chosen; // the table is readonly, arrays and all
  await expectRefusal(upload(world, world.asProducer, chosen), code);
});

test.each([
  ["a PNG named .mp3", { file: "png-renamed.mp3" }],
  ["a program named .mp3", { file: "exe-renamed.mp3" }],
  ["an empty WAV", { file: "empty.wav", type: "audio/wav" }],
  ["an Ogg file", { file: "vorbis.ogg", type: "audio/ogg" }],
  ["an Ogg file named .mp3", { file: "vorbis.ogg", fileName: "beat.mp3" }],
  ["a name that is no audio", { fileName: "beat.exe" }],
  ["an MP3 declared as a page", { type: "text/html" }],
])("%s is refused and its file deleted", async (_, chosen) => {
  const world = await makeWorld();
  const attempt = upload(world, world.asProducer, chosen);
  await expectRefusal(attempt, "BEAT_FILE_INVALID");
  expect(await world.storedFiles()).toEqual([]);
  expect(await world.rows("files")).toEqual([]);
});

test("more than 10 MB is refused and its file deleted", async () => {
  const world = await makeWorld();
  const storageId = await world.uploadBytes(new Uint8Array(10 * 1024 ** 2 + 1));
  const attempt = world.asProducer.action(api.beats.create, {
    ...{ title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [] },
    storageId,
    fileName: MP3,
  });
  await expectRefusal(attempt, "BEAT_FILE_TOO_LARGE");
  expect(await world.storedFiles()).toEqual([]);
});

test("the limit of verses is changed by the producer of the beat alone", async () => {
  const world = await makeWorld();
  const { asProducer, stranger } = world;
  const beatId = await upload(world, asProducer);
  const change = (person: Pick<Person, "mutation">) =>
    person.mutation(api.beats.setVersesLimit, { beatId, versesCount: 15 });
  await expectRefusal(change(stranger), "NOT_SIGNED_IN");
  await expectRefusal(change(world.asUnconfirmed), "EMAIL_NOT_CONFIRMED");
  for (const other of [world.asBoth, world.asRapper, world.asListener]) {
    await expectRefusal(change(other), "NOT_THE_PRODUCER");
  }
  await change(asProducer);
  const beat = await stranger.query(api.beats.get, { beatId });
  expect(beat?.versesLimit).toBe(15);
});

test("the limit of verses is 10, 15 or 20", async () => {
  const world = await makeWorld();
  const beatId = await upload(world, world.asProducer);
  const args = { beatId, versesCount: 11 as 10 };
  const attempt = world.asProducer.mutation(api.beats.setVersesLimit, args);
  await expect(attempt).rejects.toThrow(/Validator error|ValidationError/);
});

test("only its producer deletes a beat", async () => {
  const world = await makeWorld();
  const beatId = await upload(world, world.asProducer);
  const remove = (person: Pick<Person, "mutation">) =>
    person.mutation(api.beats.remove, { beatId });
  await expectRefusal(remove(world.stranger), "NOT_SIGNED_IN");
  await expectRefusal(remove(world.asUnconfirmed), "EMAIL_NOT_CONFIRMED");
  for (const other of [world.asBoth, world.asRapper, world.asListener]) {
    await expectRefusal(remove(other), "CANNOT_DELETE_BEAT");
  }
  await remove(world.asProducer);
  await expectRefusal(remove(world.asProducer), "BEAT_NOT_FOUND");
});

test("a deleted beat takes its verses, votes, waveforms and files with it", async () => {
  const world = await makeWorld();
  const { asProducer, asRapper, asListener, stranger } = world;
  const beatId = await upload(world, asProducer);
  const kept = await upload(world, asProducer, { title: "Kept" });
  const verseId = await world.publishVerse(asRapper, beatId);
  await vote(asListener, "beat", beatId);
  await vote(asListener, "verse", verseId);
  await vote(asListener, "beat", kept);
  await asProducer.mutation(api.beats.remove, { beatId });
  expect(await stranger.query(api.beats.get, { beatId })).toBeNull();
  expect(await stranger.query(api.verses.listByBeat, { beatId })).toEqual([]);
  expect(await world.rows("verses")).toEqual([]);
  expect(await world.rows("votes")).toHaveLength(1);
  expect(await world.rows("waveforms")).toHaveLength(1);
  expect(await world.storedFiles()).toHaveLength(1);
  const statsOf = ({ userId }: Person) =>
    stranger.query(api.stats.get, { userId });
  const none = { totalBeats: 0, totalVerses: 0, totalLikes: 0 };
  expect(await statsOf(asRapper)).toEqual(none);
  expect(await statsOf(asProducer)).toEqual({
    ...none,
    totalBeats: 1,
    totalLikes: 1,
  });
});

test("what is no id of a beat finds nothing", async () => {
  const { stranger, asProducer } = await makeWorld();
  for (const beatId of ["", "garbage", asProducer.userId]) {
    expect(await stranger.query(api.beats.get, { beatId })).toBeNull();
    expect(await stranger.query(api.verses.listByBeat, { beatId })).toEqual([]);
  }
});

const vote = (
  person: Person,
  contentType: "beat" | "verse",
  contentId: Id<"beats"> | Id<"verses">,
) => person.mutation(api.votes.set, { contentType, contentId, voted: true });
