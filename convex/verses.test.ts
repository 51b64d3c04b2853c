import { expect, test } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { MEGABYTE } from "./shared/limits";
import type { Terms } from "./shared/terms";
import {
  audioBytes,
  expectRefusal,
  makeWorld,
  reasonOf,
  type Person,
  type World,
} from "./testing/test.world";

interface Take {
  words?: string;
  loudness?: { lufs: number; truePeakDbtp: number };
  file?: string;
  type?: string;
  durationMs?: number;
  peaks?: number[];
  terms?: Terms;
}

async function record(
  world: World,
  person: Person,
  beatId: Id<"beats">,
  { file = "verse-2s-live.webm", type = "audio/webm", ...fields }: Take = {},
) {
  const storageId = await world.upload({ name: file, type });
  const take = { peaks: [], durationMs: 2000, ...fields, beatId, storageId };
  return person.action(api.verses.create, take);
}

async function makeBeat() {
  const world = await makeWorld();
  const fields = { title: "Gully", bpm: 97, genre: "Drill" };
  return { world, beatId: await world.publishBeat(world.asProducer, fields) };
}

test("a rapper records a verse and everyone sees it", async () => {
  const { world, beatId } = await makeBeat();
  const { asRapper, asProducer, stranger } = world;
  const verseId = await record(world, asRapper, beatId, { peaks: [9] });
  const [verse] = await stranger.query(api.verses.listByBeat, { beatId });
  expect(verse).toEqual({
    id: verseId,
    beat: {
      id: beatId,
      title: "Gully",
      genre: "Drill",
      bpm: 97,
      producer: { userId: asProducer.userId, username: "producer" },
    },
    rapper: { userId: asRapper.userId, username: "rapper" },
    terms: "here",
    voteCount: 0,
    fileUrl: expect.stringMatching(/^https?:/) as string,
    hasWords: false,
    section: null,
    answers: null,
    firstAnswerId: null,
    answerCount: 0,
    cypherId: null,
    durationMs: 2021,
    createdAt: expect.any(Number) as number,
  });
  const beat = await stranger.query(api.beats.get, { beatId });
  expect(beat?.verseCount).toBe(1);
});

test("a verse has the loudness that its rapper's browser measured", async () => {
  const { world, beatId } = await makeBeat();
  const loudness = { lufs: -14.2, truePeakDbtp: -1.3 };
  await record(world, world.asRapper, beatId, { loudness });
  const verses = await world.stranger.query(api.verses.listByBeat, { beatId });
  expect(verses.map((verse) => verse.loudness)).toEqual([loudness]);
});

test.each([
  ["verse-2s.webm", "audio/webm;codecs=opus", 2021],
  ["verse-2s.ogg", "audio/ogg", 2000],
  ["verse-2s.mp4", "audio/mp4", 2000],
  ["verse-2s-fragmented.mp4", "audio/mp4", 1987],
  ["beat-97bpm-short-2s.mp3", "audio/mpeg", 2508],
  ["beat-97bpm-pcm16-mono-short.wav", "audio/wav", 2474],
])("accepts %s as a recording", async (file, type, durationMs) => {
  const { world, beatId } = await makeBeat();
  // Only the fragmented file does not state its length, so only there the
  // client's length counts.
  const take = { file, type, durationMs: 1987 };
  await record(world, world.asBoth, beatId, take);
  const [verse] = await world.rows("verses");
  expect(verse?.durationMs).toBe(durationMs);
  const stored = (await world.rows("files")).map(({ extension }) => extension);
  expect(stored).toEqual(["mp3", file.split(".").at(-1)]);
});

test("a large recording that states no length is not as short as the client says", async () => {
  const { world, beatId } = await makeBeat();
  const sound = await audioBytes("verse-2s-fragmented.mp4");
  const bytes = new Uint8Array(10 * MEGABYTE);
  bytes.set(sound);
  const storageId = await world.uploadBytes(bytes);
  const verse = { beatId, storageId, peaks: [], durationMs: 20 };
  await world.asBoth.action(api.verses.create, verse);
  const [stored] = await world.rows("verses");
  expect(stored?.durationMs).toBeGreaterThan(120_000);
});

test.each([
  ["asProducer", "ONLY_RAPPERS_RECORD"],
  ["asListener", "ONLY_RAPPERS_RECORD"],
  ["asUnconfirmed", "EMAIL_NOT_CONFIRMED"],
  ["asNameless", "PROFILE_MISSING"],
] as const)("%s cannot record a verse", async (who, code) => {
  const { world, beatId } = await makeBeat();
  await expectRefusal(record(world, world[who], beatId), code);
  expect(await world.rows("verses")).toEqual([]);
});

test("a stranger cannot record a verse", async () => {
  const { world, beatId } = await makeBeat();
  const stranger = { ...world.asRapper, ...world.stranger };
  await expectRefusal(record(world, stranger, beatId), "NOT_SIGNED_IN");
  // Strangers do not learn what a verse would need, either.
  const words = { words: "x".repeat(5_000) };
  const tooLong = record(world, stranger, beatId, words);
  await expectRefusal(tooLong, "NOT_SIGNED_IN");
});

test.each([
  [{ file: "png-renamed.mp3" }, "VERSE_FILE_INVALID"],
  [{ file: "empty.wav" }, "VERSE_FILE_INVALID"],
  [{ type: "text/html" }, "VERSE_FILE_INVALID"],
  [{ peaks: [-1] }, "PEAKS_INVALID"],
  [{ loudness: { lufs: -Infinity, truePeakDbtp: 0 } }, "LOUDNESS_INVALID"],
  [{ loudness: { lufs: -14, truePeakDbtp: 99 } }, "LOUDNESS_INVALID"],
  [{ file: "verse-2s-fragmented.mp4", durationMs: 0 }, "VERSE_FILE_INVALID"],
  [{ file: "verse-2s-fragmented.mp4", durationMs: NaN }, "VERSE_FILE_INVALID"],
  [{ file: "verse-2s-fragmented.mp4", durationMs: 301_001 }, "VERSE_TOO_LONG"],
] as const)("refuses a verse with %o", async (take, code) => {
  const { world, beatId } = await makeBeat();
  const attempt = record(world, world.asRapper, beatId, take as Take); // the table is readonly
  await expectRefusal(attempt, code);
});

test("refuses more than five minutes by the length the file states", async () => {
  const { world, beatId } = await makeBeat();
  const attempt = publishBytes(world, beatId, silentWav(301.5));
  await expectRefusal(attempt, "VERSE_TOO_LONG");
  expect(await world.storedFiles()).toHaveLength(1);
});

test("refuses a file over 15 MB", async () => {
  const { world, beatId } = await makeBeat();
  const attempt = publishBytes(
    world,
    beatId,
    new Uint8Array(15 * 1024 ** 2 + 1),
  );
  await expectRefusal(attempt, "VERSE_FILE_TOO_LARGE");
  expect(await world.storedFiles()).toHaveLength(1);
});

async function publishBytes(
  world: Awaited<ReturnType<typeof makeWorld>>,
  beatId: Id<"beats">,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const storageId = await world.uploadBytes(bytes);
  const verse = { beatId, storageId, peaks: [], durationMs: 1000 };
  return world.asRapper.action(api.verses.create, verse);
}

/** Builds a silent WAV file, 8-bit mono at 8 kHz. */
function silentWav(seconds: number): Uint8Array<ArrayBuffer> {
  const size = Math.round(seconds * 8000);
  const bytes = new Uint8Array(44 + size).fill(128, 44);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) =>
    bytes.set(new TextEncoder().encode(word), at);
  text(0, "RIFF");
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, "data");
  view.setUint32(40, size, true);
  return bytes;
}

test("refuses a verse on a full beat and deletes the recording", async () => {
  const { world, beatId } = await makeBeat();
  for (let n = 0; n < 10; n++) await record(world, world.asRapper, beatId);
  const attempt = record(world, world.asRapper, beatId);
  await expectRefusal(attempt, "VERSE_LIMIT_REACHED");
  expect(await world.storedFiles()).toHaveLength(11);
});

test("exactly one of two verses gets the last place", async () => {
  const { world, beatId } = await makeBeat();
  for (let n = 0; n < 9; n++) await record(world, world.asRapper, beatId);
  const results = await Promise.allSettled([
    record(world, world.asRapper, beatId),
    record(world, world.asBoth, beatId),
  ]);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(1);
  const reason = Promise.reject(reasonOf(refused[0]));
  await expectRefusal(reason, "VERSE_LIMIT_REACHED");
  expect(await world.rows("verses")).toHaveLength(10);
});

test("lowering the limit keeps the verses and stops recording", async () => {
  const { world, beatId } = await makeBeat();
  const setLimit = (versesCount: 10 | 15) =>
    world.asProducer.mutation(api.beats.setVersesLimit, {
      beatId,
      versesCount,
    });
  await setLimit(15);
  for (let n = 0; n < 11; n++) await record(world, world.asRapper, beatId);
  await setLimit(10);
  const listed = await world.stranger.query(api.verses.listByBeat, { beatId });
  expect(listed).toHaveLength(11);
  const attempt = record(world, world.asRapper, beatId);
  await expectRefusal(attempt, "VERSE_LIMIT_REACHED");
});

test("refuses a verse on a deleted beat", async () => {
  const { world, beatId } = await makeBeat();
  await world.asProducer.mutation(api.beats.remove, { beatId });
  await expectRefusal(record(world, world.asRapper, beatId), "BEAT_NOT_FOUND");
});

test("a verse is published under the terms it was recorded under, if the beat had them", async () => {
  const { world, beatId } = await makeBeat();
  const { asProducer, asRapper } = world;
  await asProducer.mutation(api.beats.setTerms, { beatId, terms: "share" });
  await asProducer.mutation(api.beats.setTerms, { beatId, terms: "ask" });
  const termsOf = async (terms?: Terms) => {
    const verseId = await record(world, asRapper, beatId, { terms });
    return world.t.run(
      async (ctx) => (await ctx.db.get("verses", verseId))?.terms,
    );
  };
  // recorded before the terms were first changed
  expect(await termsOf("here")).toBe("here");
  expect(await termsOf("share")).toBe("share");
  expect(await termsOf("ask")).toBe("ask");
  expect(await termsOf("shareForMoney")).toBe("ask"); // never offered
  expect(await termsOf()).toBe("ask"); // older clients do not send it
});

test("a verse keeps the terms it was published under when the beat's change", async () => {
  const { world, beatId } = await makeBeat();
  const setTerms = (terms: Terms) =>
    world.asProducer.mutation(api.beats.setTerms, { beatId, terms });
  for (const terms of ["share", "ask", "shareForMoney"] as const) {
    await setTerms(terms);
    await record(world, world.asRapper, beatId);
  }
  await setTerms("here");
  const [verse] = await world.rows("verses");
  if (verse === undefined) throw new Error("there are no verses");
  await world.t.run((ctx) =>
    ctx.db.patch("verses", verse._id, { terms: undefined }),
  );
  const { stranger, asRapper } = world;
  const ofBeat = await stranger.query(api.verses.listByBeat, { beatId });
  expect(ofBeat.map(({ terms }) => terms).sort()).toEqual([
    "ask",
    "here", // makes the first verse look older than the terms
    "shareForMoney",
  ]);
  const { userId } = asRapper;
  const page = { userId, page: 1 };
  const ofRapper = await stranger.query(api.verses.listByRapper, page);
  expect(ofRapper.items.map(({ terms }) => terms).sort()).toEqual([
    "ask",
    "here",
    "shareForMoney",
  ]);
});

test.each(["asRapper", "asProducer"] as const)(
  "%s, its rapper or the beat's producer, can delete a verse",
  async (who) => {
    const { world, beatId } = await makeBeat();
    const verseId = await record(world, world.asRapper, beatId);
    await world[who].mutation(api.verses.remove, { verseId });
    expect(await world.rows("verses")).toEqual([]);
    // If a producer deletes a verse, its file is kept for the rapper; see
    // keptVerses.test.ts.
    const kept = who === "asProducer" ? 1 : 0;
    expect(await world.rows("keptVerses")).toHaveLength(kept);
    const beat = await world.stranger.query(api.beats.get, { beatId });
    expect(beat?.verseCount).toBe(0);
    const again = world[who].mutation(api.verses.remove, { verseId });
    await expectRefusal(again, "VERSE_NOT_FOUND");
  },
);

test.each([
  ["asBoth", "CANNOT_DELETE_VERSE"],
  ["asListener", "CANNOT_DELETE_VERSE"],
  ["asUnconfirmed", "EMAIL_NOT_CONFIRMED"],
] as const)("%s cannot delete another's verse", async (who, code) => {
  const { world, beatId } = await makeBeat();
  const verseId = await record(world, world.asRapper, beatId);
  const attempt = world[who].mutation(api.verses.remove, { verseId });
  await expectRefusal(attempt, code);
});

test("a producer who became a listener can no longer delete others' verses", async () => {
  const { world, beatId } = await makeBeat();
  const verseId = await record(world, world.asRapper, beatId);
  await world.asProducer.mutation(api.profiles.setRole, { role: "listener" });
  const attempt = world.asProducer.mutation(api.verses.remove, { verseId });
  await expectRefusal(attempt, "CANNOT_DELETE_VERSE");
});
