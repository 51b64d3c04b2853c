import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { sha256Of } from "./model/sha256";
import { DAY_MS, HOUR_MS } from "./shared/limits";
import { PIECES_PATH } from "./shared/uploads";
import {
  allOf,
  beginUpload,
  expectNothing,
  expectPieceRefusal,
  noise,
  pieceOf,
  sendPieces,
  uploadInPieces,
  usedBy,
} from "./testing/test.pieces";
import {
  audioBytes,
  expectRefusal,
  makeWorld,
  type Person,
  reasonBy,
  type World,
} from "./testing/test.world";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const MP3 = "beat-97bpm-short-2s.mp3";
const beat = { title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [] };

test("a beat arrives in pieces, in any order and some twice, and is published", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = await audioBytes(MP3);
  const state = await beginUpload(asProducer, bytes);
  const order = allOf(state).reverse();
  expect(order.length).toBeGreaterThan(1);
  const sent = [...order, ...order.slice(0, 1)];
  const statuses = await sendPieces(world, asProducer, bytes, state, sent);
  expect(statuses).toEqual(sent.map(() => 204));
  expect(await world.storedFiles()).toHaveLength(order.length);
  const { uploadId } = state;
  const join = () => asProducer.action(api.uploads.join, { uploadId });
  const storageId = await join();
  expect(await join()).toBe(storageId);
  expect(await world.storedFiles()).toHaveLength(1);
  expect(await usedBy(world, asProducer)).toBe(bytes.length);

  const args = { ...beat, storageId };
  const beatId = await asProducer.action(api.beats.create, args);
  const found = await asProducer.query(api.uploads.get, { uploadId });
  expect(found).toMatchObject({ publishedAs: beatId, received: [] });
  const proof = await asProducer.query(api.beats.proof, { beatId });
  expect(proof?.sha256).toBe(sha256Of(bytes));
  expect(await usedBy(world, asProducer)).toBe(bytes.length);
});

test("a verse arrives in pieces with its type", async () => {
  const world = await makeWorld();
  const { asBoth } = world;
  const beatId = await world.publishBeat(asBoth);
  const bytes = await audioBytes("verse-2s-live.webm");
  const kind = { kind: "verses", contentType: "audio/webm" } as const;
  const { storageId } = await uploadInPieces(world, asBoth, bytes, kind);
  const args = { beatId, storageId, peaks: [], durationMs: 1 };
  await asBoth.action(api.verses.create, args);
  const [file] = (await world.rows("files")).filter(
    (one) => one.kind === "verses",
  );
  expect(file).toMatchObject({ storageId, extension: "webm" });
  const type = await world.t.run(
    async (ctx) => (await ctx.storage.get(storageId))?.type,
  );
  expect(type).toBe("audio/webm");
});

test("after a broken connection, the server says which pieces it has, and the upload resumes", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(200_000);
  const state = await beginUpload(asProducer, bytes);
  await sendPieces(world, asProducer, bytes, state, [0, 2]);
  const again = await beginUpload(asProducer, bytes);
  expect(again).toEqual({ ...state, received: [0, 2] });
  const { uploadId } = state;
  expect(await asProducer.query(api.uploads.get, { uploadId })).toEqual(again);
  expect(await usedBy(world, asProducer)).toBe(bytes.length);
});

test("a published file can be uploaded once more, as another beat", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = await audioBytes(MP3);
  const ids = new Set<Id<"beats">>();
  for (const title of ["One", "Two"]) {
    const { storageId } = await uploadInPieces(world, asProducer, bytes);
    const args = { ...beat, title, storageId };
    ids.add(await asProducer.action(api.beats.create, args));
  }
  expect(ids.size).toBe(2);
  expect(await usedBy(world, asProducer)).toBe(2 * bytes.length);
});

test("of two joins at once, one file stays", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = await audioBytes(MP3);
  const state = await beginUpload(asProducer, bytes);
  const { uploadId } = state;
  await sendPieces(world, asProducer, bytes, state);
  const blob = new Blob([bytes]);
  const store = () => world.t.run((ctx) => ctx.storage.store(blob));
  const [first, second] = [await store(), await store()];
  const finish = (storageId: Id<"_storage">) =>
    asProducer.mutation(internal.uploads.finishJoin, { uploadId, storageId });
  expect(await finish(first)).toBe(first);
  expect(await finish(second)).toBe(first);
  expect(await world.storedFiles()).toHaveLength(1);
  expect(await world.rows("files")).toHaveLength(1);
});

/** Sends a whole file, which is different for each seed. */
async function sendAll(world: World, person: Person, seed: number) {
  const bytes = noise(40_000, seed);
  const state = await beginUpload(person, bytes);
  await sendPieces(world, person, bytes, state);
  return state.uploadId;
}

const startJoin = (person: Person, uploadId: Id<"uploads">) =>
  person.mutation(internal.uploads.startJoin, { uploadId, isFirstTry: true });

test("who joins an upload that is being joined waits for the same file", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const uploadId = await sendAll(world, asProducer, 1);
  const storageId = await world.uploadBytes(noise(40_000, 1));
  await startJoin(asProducer, uploadId);
  const waiting = asProducer.action(api.uploads.join, { uploadId });
  await asProducer.mutation(internal.uploads.finishJoin, {
    ...{ uploadId, storageId },
  });
  expect(await waiting).toBe(storageId);
  expect(await world.storedFiles()).toHaveLength(1);
});

test("an upload that is being joined is not joined by another caller, until half a minute is over", async () => {
  const world = await makeWorld();
  const now = Math.ceil(await world.newestPersonAt());
  vi.useFakeTimers({ toFake: ["Date"], now });
  const { asProducer } = world;
  const uploadId = await sendAll(world, asProducer, 1);
  expect(await startJoin(asProducer, uploadId)).toMatchObject({ joined: null });
  expect(await startJoin(asProducer, uploadId)).toBeNull();
  vi.setSystemTime(now + 31_000);
  await asProducer.action(api.uploads.join, { uploadId });
  expect(await world.storedFiles()).toHaveLength(1);
});

test("two uploads are joined at a time, and the next one waits for its turn", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const first = await sendAll(world, asProducer, 1);
  const second = await sendAll(world, asProducer, 2);
  const third = await sendAll(world, asBoth, 3);
  await startJoin(asProducer, first);
  await startJoin(asProducer, second);
  expect(await startJoin(asBoth, third)).toBeNull();
  const waiting = asBoth.action(api.uploads.join, { uploadId: third });
  await asProducer.mutation(api.uploads.cancel, { uploadId: second });
  await waiting;
});

test("who waits in vain for a turn is told when to try again", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const uploadId = await sendAll(world, asProducer, 1);
  await startJoin(asProducer, uploadId);
  const reason = await reasonBy(
    asProducer.action(api.uploads.join, { uploadId }),
  );
  expect(reason).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 5_000 });
});

test("a join that failed can be tried again at once", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const uploadId = await sendAll(world, asProducer, 1);
  const [piece] = await world.rows("uploadPieces");
  if (!piece) throw new Error("no piece");
  await world.t.run((ctx) => ctx.storage.delete(piece.storageId));
  const join = () => asProducer.action(api.uploads.join, { uploadId });
  await expectRefusal(join(), "FILE_NOT_FOUND");
  const storageId = await world.uploadBytes(noise(40_000, 1).slice(0, 32_768));
  await world.t.run((ctx) =>
    ctx.db.patch("uploadPieces", piece._id, { storageId }),
  );
  await join();
});

test("a piece that arrives after the end of its upload leaves nothing", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(40_000);
  const { uploadId } = await beginUpload(asProducer, bytes);
  await asProducer.mutation(api.uploads.cancel, { uploadId });
  const storageId = await world.uploadBytes(bytes);
  const late = { uploadId, index: 0, storageId };
  await asProducer.mutation(internal.uploads.addPiece, late);
  await expectNothing(world, asProducer);
});

test("an upload can be cancelled at any time; a published file stays", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const cancel = (uploadId: Id<"uploads">) =>
    asProducer.mutation(api.uploads.cancel, { uploadId });
  const bytes = await audioBytes(MP3);
  const begun = await beginUpload(asProducer, bytes);
  await sendPieces(world, asProducer, bytes, begun, [0]);
  await cancel(begun.uploadId);
  await cancel(begun.uploadId);
  await expectNothing(world, asProducer);

  const joined = await uploadInPieces(world, asProducer, bytes);
  await cancel(joined.uploadId);
  await expectNothing(world, asProducer);

  const { storageId, uploadId } = await uploadInPieces(
    ...([world, asProducer, bytes] as const),
  );
  const args = { ...beat, storageId };
  await asProducer.action(api.beats.create, args);
  await cancel(uploadId);
  expect(await world.storedFiles()).toHaveLength(1);
  expect(await usedBy(world, asProducer)).toBe(bytes.length);
});

test.each([
  { account: "an account", ageMs: DAY_MS, hours: 24 },
  { account: "a young account", ageMs: 0, hours: 6 },
])(
  "pieces of $account that nobody joined are removed after $hours hours, and published files are not",
  async ({ ageMs, hours }) => {
    const world = await makeWorld();
    const now = Math.ceil(await world.newestPersonAt()) + ageMs;
    vi.useFakeTimers({ toFake: ["Date"], now });
    const { asProducer, asBoth } = world;
    const sweep = () => world.t.mutation(internal.uploads.sweep, {});
    const bytes = noise(100_000);
    const state = await beginUpload(asProducer, bytes);
    await sendPieces(world, asProducer, bytes, state, [0, 1]);
    const mp3 = await audioBytes(MP3);
    const { storageId } = await uploadInPieces(world, asBoth, mp3);
    const args = { ...beat, storageId };
    await asBoth.action(api.beats.create, args);
    vi.setSystemTime(Date.now() + (hours - 1) * HOUR_MS);
    await sweep();
    expect(await world.rows("uploads")).toHaveLength(2);
    vi.setSystemTime(Date.now() + 2 * HOUR_MS);
    const { uploadId } = state;
    const piece = { uploadId, index: 2, body: pieceOf(bytes, state, 2) };
    await expectPieceRefusal(world, asProducer, piece, "FILE_NOT_FOUND");
    await world.t.mutation(internal.files.sweep, {});
    await sweep();
    expect(await world.rows("uploads")).toEqual([]);
    expect(await world.rows("uploadPieces")).toEqual([]);
    expect(await usedBy(world, asProducer)).toBe(0);
    expect(await usedBy(world, asBoth)).toBe(mp3.length);
    expect(await world.storedFiles()).toHaveLength(1);
  },
);

test.each([
  { account: "an account", ageMs: DAY_MS, hours: 24 },
  { account: "a young account", ageMs: 0, hours: 6 },
])(
  "a joined file of $account that nobody published is removed after $hours hours",
  async ({ ageMs, hours }) => {
    const world = await makeWorld();
    const now = Math.ceil(await world.newestPersonAt()) + ageMs;
    vi.useFakeTimers({ toFake: ["Date"], now });
    const { asProducer } = world;
    const bytes = noise(40_000);
    const state = await beginUpload(asProducer, bytes);
    vi.setSystemTime(Date.now() + (hours - 1) * HOUR_MS);
    await sendPieces(world, asProducer, bytes, state);
    const { uploadId } = state;
    await asProducer.action(api.uploads.join, { uploadId });
    vi.setSystemTime(Date.now() + (hours - 1) * HOUR_MS);
    const sweep = () => world.t.mutation(internal.uploads.sweep, {});
    await sweep();
    expect(await usedBy(world, asProducer)).toBe(bytes.length);
    vi.setSystemTime(Date.now() + 2 * HOUR_MS);
    await sweep();
    await expectNothing(world, asProducer);
  },
);

test("a browser may send pieces from another origin", async () => {
  const { t } = await makeWorld();
  const answer = await t.fetch(PIECES_PATH, { method: "OPTIONS" });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const allowed = answer.headers.get("Access-Control-Allow-Headers") ?? "";
  expect(allowed.toLowerCase()).toContain("authorization");
  expect(allowed.toLowerCase()).toContain("piece-sha256");
});
