import { afterEach, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { toHex } from "./model/sha256";
import { TERMS, type Terms } from "./shared/terms";
import {
  audioBytes,
  expectRefusal,
  makeWorld,
  reasonBy,
  type Person,
  type World,
} from "./testing/test.world";

afterEach(() => {
  vi.unstubAllEnvs();
});

const MP3 = "beat-97bpm-short-2s.mp3";

interface Chosen {
  loudness?: { lufs: number; truePeakDbtp: number };
  terms?: Terms;
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
  const { file = MP3, type = "audio/mpeg", fileName, ...fields } = chosen;
  const storageId = await world.upload({ name: file, type });
  const beat = { title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [7] };
  return person.action(api.beats.create, {
    ...beat,
    ...fields,
    ...(fileName !== undefined && { fileName }),
    storageId,
  });
}

test("a beat has the loudness that its producer's browser measured", async () => {
  const world = await makeWorld();
  const loudness = { lufs: -11.2, truePeakDbtp: 0.4 };
  const beatId = await upload(world, world.asProducer, { loudness });
  const beat = await world.stranger.query(api.beats.get, { beatId });
  expect(beat?.loudness).toEqual(loudness);
});

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
    terms: "here",
    grid: null,
    key: null,
    fileUrl: expect.stringMatching(/^https?:/) as string,
    durationMs: 2508,
    createdAt: expect.any(Number) as number,
  });
  const shown = { contentType: "beat" as const, contentId: beatId };
  expect(await stranger.query(api.waveforms.get, shown)).toEqual([0, 128, 255]);
});

test("a producer who raps can upload too, as WAV or MP3", async () => {
  const world = await makeWorld();
  const file = "beat-97bpm-pcm16-mono-short.wav";
  const beatId = await upload(world, world.asBoth, { file, type: "audio/wav" });
  const beat = await world.stranger.query(api.beats.get, { beatId });
  expect(beat?.durationMs).toBe(2474);
});

test("measures a truncated MP3 by the data it holds", async () => {
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
  // Strangers do not learn what the form would need, either.
  const untitled = upload(world, stranger, { title: " " });
  await expectRefusal(untitled, "NOT_SIGNED_IN");
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
  [{ loudness: { lufs: NaN, truePeakDbtp: -1 } }, "LOUDNESS_INVALID"],
  [{ loudness: { lufs: -14, truePeakDbtp: Infinity } }, "LOUDNESS_INVALID"],
  [{ loudness: { lufs: 400, truePeakDbtp: -1 } }, "LOUDNESS_INVALID"],
  [{ peaks: new Array<number>(801).fill(0) }, "PEAKS_INVALID"],
] as const)("refuses a beat with %o", async (fields, code) => {
  const world = await makeWorld();
  const chosen = fields as Chosen; // the table and its arrays are readonly
  await expectRefusal(upload(world, world.asProducer, chosen), code);
});

test.each([
  ["a PNG named .mp3", { file: "png-renamed.mp3" }],
  ["a program named .mp3", { file: "exe-renamed.mp3" }],
  ["an empty WAV", { file: "empty.wav", type: "audio/wav" }],
  ["an Ogg file", { file: "vorbis.ogg", type: "audio/ogg" }],
  ["an Ogg file named .mp3", { file: "vorbis.ogg", fileName: "beat.mp3" }],
  ["an MP3 declared as a page", { type: "text/html" }],
])("refuses %s and deletes the file", async (_, chosen) => {
  const world = await makeWorld();
  const attempt = upload(world, world.asProducer, chosen);
  await expectRefusal(attempt, "BEAT_FILE_INVALID");
  expect(await world.storedFiles()).toEqual([]);
  expect(await world.rows("files")).toEqual([]);
});

test.each(["beat.mpeg", "beat.mp3.", "\u202bبیٹ.mp3\u202c", "beat.mp3\u200b"])(
  "takes a beat whatever its name, such as %j",
  async (fileName) => {
    const world = await makeWorld();
    const beatId = await upload(world, world.asProducer, { fileName });
    const beat = await world.stranger.query(api.beats.get, { beatId });
    expect(beat?.durationMs).toBe(2508);
  },
);

test.each([
  ["wav-data-size-0.wav", "BEAT_FILE_ODD"],
  ["mp3-apev2-start-cover.mp3", "BEAT_FILE_ODD"],
  ["mp3-rate-change-44-48.mp3", "BEAT_FILE_JOINED"],
] as const)("refuses %s, which not every browser plays", async (name, code) => {
  const world = await makeWorld();
  const file = `odd/${name}`;
  await expectRefusal(upload(world, world.asProducer, { file }), code);
  expect(await world.storedFiles()).toEqual([]);
});

test("refuses a beat of more than 15 minutes", async () => {
  const world = await makeWorld();
  const frame = new Uint8Array(96);
  frame.set([0xff, 0xfb, 0x14, 0]); // MPEG 1 layer III, 24 ms
  const bytes = new Uint8Array(96 * 37_501);
  for (let at = 0; at < bytes.length; at += 96) bytes.set(frame, at);
  const whole = await world.uploadBytes(bytes);
  const fit = await world.uploadBytes(bytes.subarray(96));
  const beat = { title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [] };
  const create = (storageId: typeof whole) =>
    world.asProducer.action(api.beats.create, { ...beat, storageId });
  await expectRefusal(create(whole), "BEAT_TOO_LONG");
  expect(await create(fit)).toBeTruthy();
});

test("refuses a beat of less than a second and deletes it", async () => {
  const world = await makeWorld();
  const wav = await audioBytes("beat-97bpm-pcm16-mono-short.wav");
  const storageId = await world.uploadBytes(wav.slice(0, 44 + 40_000));
  const attempt = world.asProducer.action(api.beats.create, {
    ...{ title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [] },
    storageId,
  });
  await expectRefusal(attempt, "BEAT_TOO_SHORT");
  expect(await world.storedFiles()).toEqual([]);
});

test("refuses a file over 10 MB and deletes it", async () => {
  const world = await makeWorld();
  const storageId = await world.uploadBytes(new Uint8Array(10 * 1024 ** 2 + 1));
  const attempt = world.asProducer.action(api.beats.create, {
    ...{ title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [] },
    storageId,
  });
  await expectRefusal(attempt, "BEAT_FILE_TOO_LARGE");
  expect(await world.storedFiles()).toEqual([]);
});

test("only the beat's producer can change the verse limit", async () => {
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

test("the verse limit is 10, 15 or 20", async () => {
  const world = await makeWorld();
  const beatId = await upload(world, world.asProducer);
  const args = { beatId, versesCount: 11 as 10 };
  const attempt = world.asProducer.mutation(api.beats.setVersesLimit, args);
  await expect(attempt).rejects.toThrow(/Validator error|ValidationError/);
});

test.each(TERMS)("a beat is uploaded with the terms %s", async (terms) => {
  const world = await makeWorld();
  const beatId = await upload(world, world.asProducer, { terms });
  const beat = await world.stranger.query(api.beats.get, { beatId });
  expect(beat?.terms).toBe(terms);
});

test("a beat from before there were terms is only here", async () => {
  const world = await makeWorld();
  const beatId = await upload(world, world.asProducer);
  await world.t.run((ctx) =>
    ctx.db.patch("beats", beatId, { terms: undefined }),
  );
  const beat = await world.stranger.query(api.beats.get, { beatId });
  expect(beat?.terms).toBe("here");
});

test("only the beat's producer can change its terms", async () => {
  const world = await makeWorld();
  const { asProducer, stranger } = world;
  const beatId = await upload(world, asProducer);
  const change = (person: Pick<Person, "mutation">, terms: Terms) =>
    person.mutation(api.beats.setTerms, { beatId, terms });
  await expectRefusal(change(stranger, "share"), "NOT_SIGNED_IN");
  await expectRefusal(
    change(world.asUnconfirmed, "ask"),
    "EMAIL_NOT_CONFIRMED",
  );
  await expectRefusal(change(world.asNameless, "ask"), "PROFILE_MISSING");
  for (const other of [world.asBoth, world.asRapper, world.asListener]) {
    await expectRefusal(change(other, "share"), "CANNOT_CHANGE_TERMS");
  }
  for (const terms of TERMS) {
    await change(asProducer, terms);
    const beat = await stranger.query(api.beats.get, { beatId });
    expect(beat?.terms).toBe(terms);
  }
  await asProducer.mutation(api.beats.remove, { beatId });
  await expectRefusal(change(asProducer, "share"), "BEAT_NOT_FOUND");
});

test("there are four terms and no others", async () => {
  const world = await makeWorld();
  const beatId = await upload(world, world.asProducer);
  const terms = "free" as Terms;
  const changing = world.asProducer.mutation(api.beats.setTerms, {
    beatId,
    terms,
  });
  await expect(changing).rejects.toThrow(/Validator error|ValidationError/);
  const uploading = upload(world, world.asProducer, { terms });
  await expect(uploading).rejects.toThrow(/Validator error|ValidationError/);
  expect(await world.rows("beats")).toHaveLength(1);
});

test("limits changes of terms, and says when to try again", async () => {
  vi.stubEnv("LIMIT_EDIT_PER_ACCOUNT", "1");
  const world = await makeWorld();
  const beatId = await upload(world, world.asProducer);
  const change = (terms: Terms) =>
    world.asProducer.mutation(api.beats.setTerms, { beatId, terms });
  await change("share");
  expect(await reasonBy(change("ask"))).toMatchObject({
    code: "RATE_LIMITED",
    message: "Too many attempts. Please try again in 10 minutes.",
  });
});

test("everyone can read the SHA-256 of a beat's file and when it was stored", async () => {
  const world = await makeWorld();
  const before = await world.newestPersonAt();
  const beatId = await upload(world, world.asProducer);
  const [row] = await world.rows("beats");
  const bytes = await audioBytes(MP3);
  const proof = await world.stranger.query(api.beats.proof, { beatId });
  expect(proof?.sha256).toBe(
    toHex(await crypto.subtle.digest("SHA-256", bytes)),
  );
  expect(proof?.storedAt).toBeGreaterThan(before);
  expect(proof?.storedAt).toBeLessThan(row?._creationTime ?? 0);
});

test("there is no proof for a deleted beat or a text that is no id", async () => {
  const world = await makeWorld();
  const beatId = await upload(world, world.asProducer);
  await world.asProducer.mutation(api.beats.remove, { beatId });
  for (const id of [beatId, "", "garbage", world.asProducer.userId]) {
    expect(
      await world.stranger.query(api.beats.proof, { beatId: id }),
    ).toBeNull();
  }
});

test("only the producer of a beat can delete it", async () => {
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

test("deleting a beat deletes its verses, votes, waveforms and files", async () => {
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
  // Besides the beat's own file, the verse's file is kept for its rapper.
  expect(await world.rows("files")).toHaveLength(1);
  expect(await world.rows("keptVerses")).toHaveLength(1);
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

test("finds nothing for a text that is not a beat id", async () => {
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
