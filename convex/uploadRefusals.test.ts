import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { sha256Of } from "./model/sha256";
import { DAY_MS } from "./shared/limits";
import {
  allOf,
  beginUpload,
  expectNothing,
  expectPieceRefusal,
  noise,
  pieceOf,
  postPiece,
  sendPieces,
  uploadInPieces,
  usedBy,
} from "./testing/test.pieces";
import {
  audioBytes,
  expectRefusal,
  makeWorld,
  reasonBy,
} from "./testing/test.world";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const MP3 = "beat-97bpm-short-2s.mp3";
const beat = { title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [] };

test("a joined file that is not what it claims to be is refused in the specified words", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(50_000);
  const { storageId, uploadId } = await uploadInPieces(
    ...([world, asProducer, bytes] as const),
  );
  const args = { ...beat, storageId };
  const attempt = asProducer.action(api.beats.create, args);
  await expectRefusal(attempt, "BEAT_FILE_INVALID");
  // The next try begins a new upload.
  expect(await asProducer.query(api.uploads.get, { uploadId })).toBeNull();
  const next = await beginUpload(asProducer, bytes);
  expect(next).toMatchObject({ received: [], storageId: null });
  expect(await usedBy(world, asProducer)).toBe(bytes.length);
});

test.each([
  [
    "damaged",
    (body: Uint8Array<ArrayBuffer>) => body.with(0, body[0] === 0 ? 1 : 0),
  ],
  ["too short", (body: Uint8Array<ArrayBuffer>) => body.slice(1)],
  ["empty", () => new Uint8Array()],
  [
    "longer than announced",
    (body: Uint8Array<ArrayBuffer>) => new Uint8Array([...body, 0]),
  ],
])("a piece that is %s is refused and not kept", async (_, change) => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(100_000);
  const state = await beginUpload(asProducer, bytes);
  const right = pieceOf(bytes, state, 0);
  const piece = {
    ...{ uploadId: state.uploadId, index: 0, body: change(right) },
    sha256: sha256Of(right),
  };
  await expectPieceRefusal(world, asProducer, piece, "PIECE_INVALID");
  expect(await world.rows("uploadPieces")).toEqual([]);
});

test.each([
  -1,
  0.5,
  4,
  1e9,
  "",
  "first",
  "NaN",
  "0x",
  "-0",
  "0x1",
  "1e0",
  "+1",
])("there is no piece %s", async (index) => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(100_000);
  const state = await beginUpload(asProducer, bytes);
  expect(allOf(state)).toEqual([0, 1, 2, 3]);
  const body = pieceOf(bytes, state, 0);
  const piece = { uploadId: state.uploadId, index, body };
  await expectPieceRefusal(world, asProducer, piece, "PIECE_INVALID");
});

test("nobody can send to, read, join or end the upload of someone else", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth, asUnconfirmed, stranger } = world;
  const bytes = noise(40_000);
  const state = await beginUpload(asProducer, bytes);
  const { uploadId } = state;
  const piece = { uploadId, index: 0, body: pieceOf(bytes, state, 0) };
  await expectPieceRefusal(world, asBoth, piece, "FILE_NOT_FOUND");
  await expectPieceRefusal(world, null, piece, "NOT_SIGNED_IN");
  await expectPieceRefusal(world, asUnconfirmed, piece, "EMAIL_NOT_CONFIRMED");
  const lost = { ...piece, uploadId: "nothing" };
  await expectPieceRefusal(world, asProducer, lost, "FILE_NOT_FOUND");
  await sendPieces(world, asProducer, bytes, state);

  for (const person of [asBoth, asUnconfirmed, stranger]) {
    expect(await person.query(api.uploads.get, { uploadId })).toBeNull();
  }
  const join = asBoth.action(api.uploads.join, { uploadId });
  await expectRefusal(join, "FILE_NOT_FOUND");
  const signedOut = stranger.action(api.uploads.join, { uploadId });
  await expectRefusal(signedOut, "NOT_SIGNED_IN");
  await asBoth.mutation(api.uploads.cancel, { uploadId });
  const cancel = stranger.mutation(api.uploads.cancel, { uploadId });
  await expectRefusal(cancel, "NOT_SIGNED_IN");
  const same = await beginUpload(asBoth, bytes);
  expect(same).toMatchObject({ received: [] });
  await asProducer.action(api.uploads.join, { uploadId });
});

test.each([
  ["asRapper", "beats", "ONLY_PRODUCERS_UPLOAD"],
  ["asListener", "beats", "ONLY_PRODUCERS_UPLOAD"],
  ["asProducer", "verses", "ONLY_RAPPERS_RECORD"],
  ["asUnconfirmed", "beats", "EMAIL_NOT_CONFIRMED"],
  ["asNameless", "beats", "PROFILE_MISSING"],
] as const)("%s cannot begin an upload of %s", async (who, kind, code) => {
  const world = await makeWorld();
  const attempt = beginUpload(world[who], noise(10), { kind });
  await expectRefusal(attempt, code);
});

test.each([
  ["beats", { sizeBytes: 10 * 2 ** 20 + 1 }, "BEAT_FILE_TOO_LARGE"],
  ["verses", { sizeBytes: 15 * 2 ** 20 + 1 }, "VERSE_FILE_TOO_LARGE"],
  ["beats", { sizeBytes: Infinity }, "BEAT_FILE_TOO_LARGE"],
  ["beats", { sizeBytes: 0 }, "BEAT_FILE_INVALID"],
  ["beats", { sizeBytes: -1 }, "BEAT_FILE_INVALID"],
  ["beats", { sizeBytes: 1.5 }, "BEAT_FILE_INVALID"],
  ["beats", { sizeBytes: Number.NaN }, "BEAT_FILE_INVALID"],
  ["beats", { sha256: "" }, "BEAT_FILE_INVALID"],
  ["beats", { sha256: "A".repeat(64) }, "BEAT_FILE_INVALID"],
  ["beats", { contentType: "text/html" }, "BEAT_FILE_INVALID"],
  ["beats", { contentType: `audio/${"x".repeat(100)}` }, "BEAT_FILE_INVALID"],
  ["verses", { contentType: "image/svg+xml" }, "VERSE_FILE_INVALID"],
] as const)("%s: %j cannot be announced: %s", async (kind, change, code) => {
  const world = await makeWorld();
  const attempt = world.asBoth.mutation(api.uploads.begin, {
    ...{ kind, contentType: "audio/mpeg", sizeBytes: 10 },
    ...{ sha256: "0".repeat(64), ...change },
  });
  await expectRefusal(attempt, code);
  await expectNothing(world, world.asBoth);
});

test("an upload with a missing piece is not joined, and can still be completed", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = await audioBytes(MP3);
  const state = await beginUpload(asProducer, bytes);
  const { uploadId } = state;
  await sendPieces(world, asProducer, bytes, state, allOf(state).slice(1));
  const join = () => asProducer.action(api.uploads.join, { uploadId });
  await expectRefusal(join(), "UPLOAD_INCOMPLETE");
  await sendPieces(world, asProducer, bytes, state, [0]);
  await join();
});

test("pieces that do not make the announced file are deleted", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const state = await beginUpload(asProducer, noise(70_000, 1));
  await sendPieces(world, asProducer, noise(70_000, 2), state);
  const { uploadId } = state;
  const join = asProducer.action(api.uploads.join, { uploadId });
  await expectRefusal(join, "UPLOAD_DAMAGED");
  await expectNothing(world, asProducer);
});

test("the quota counts what has been announced", async () => {
  vi.stubEnv("LIMIT_STORAGE_PER_ACCOUNT", "0.1"); // MiB
  const world = await makeWorld();
  const { asProducer } = world;
  const { uploadId } = await beginUpload(asProducer, noise(60_000, 1));
  const other = () => beginUpload(asProducer, noise(60_000, 2));
  await expectRefusal(other(), "STORAGE_FULL");
  await asProducer.mutation(api.uploads.cancel, { uploadId });
  await other();
});

test("young accounts together announce a limited number of MiB a day, others as before", async () => {
  vi.stubEnv("LIMIT_YOUNG_UPLOAD_PER_SITE", "0.1"); // MiB
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const bytes = noise(60_000, 1);
  await beginUpload(asProducer, bytes);
  await beginUpload(asProducer, bytes);
  const other = () => beginUpload(asBoth, noise(60_000, 2));
  const refusal = await reasonBy(other());
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
  const grownAt = Math.ceil(await world.newestPersonAt()) + DAY_MS;
  vi.useFakeTimers({ toFake: ["Date"], now: grownAt });
  for (let n = 3; n < 6; n++) await beginUpload(asBoth, noise(60_000, n));
});

test.each(["UPLOAD", "PIECE", "JOIN"])("counts attempts: %s", async (limit) => {
  vi.stubEnv(`LIMIT_${limit}_PER_ACCOUNT`, "1");
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(40_000);
  const state = await beginUpload(asProducer, bytes);
  const { uploadId } = state;
  const tries = {
    UPLOAD: () => reasonBy(beginUpload(asProducer, bytes)),
    PIECE: async () => {
      await sendPieces(world, asProducer, bytes, state, [0]);
      const body = pieceOf(bytes, state, 0);
      const piece = { uploadId, index: 0, body };
      const answer = await postPiece(world, asProducer, piece);
      expect(answer.status).toBe(429);
      return (await answer.json()) as unknown;
    },
    JOIN: async () => {
      await sendPieces(world, asProducer, bytes, state);
      const join = () => asProducer.action(api.uploads.join, { uploadId });
      await join();
      return reasonBy(join());
    },
  };
  const reason = await tries[limit as keyof typeof tries]();
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
});

test("attempts that are refused count too", async () => {
  vi.stubEnv("LIMIT_JOIN_PER_ACCOUNT", "1");
  vi.stubEnv("LIMIT_PIECE_PER_ACCOUNT", "1");
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(100_000);
  const { uploadId } = await beginUpload(asProducer, bytes);
  const join = () => asProducer.action(api.uploads.join, { uploadId });
  await expectRefusal(join(), "UPLOAD_INCOMPLETE");
  expect(await reasonBy(join())).toMatchObject({ code: "RATE_LIMITED" });
  const piece = { uploadId, index: 99, body: bytes, sha256: sha256Of(bytes) };
  await expectPieceRefusal(world, asProducer, piece, "PIECE_INVALID");
  const again = await postPiece(world, asProducer, piece);
  expect(await again.json()).toMatchObject({ code: "RATE_LIMITED" });
});

test("an upload that lacks pieces waits for no turn", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const joined = [];
  for (const seed of [1, 2, 3]) {
    const bytes = noise(100_000, seed);
    joined.push(await beginUpload(asProducer, bytes));
  }
  const [first, second, third] = joined.map(({ uploadId }) => uploadId);
  await world.t.run(async ({ db }) => {
    for (const id of [first, second])
      if (id) await db.patch("uploads", id, { joiningSince: Date.now() });
  });
  if (!third) throw new Error("no upload");
  const start = { uploadId: third, isFirstTry: true };
  expect(await asProducer.mutation(internal.uploads.startJoin, start)).toEqual({
    refusal: "UPLOAD_INCOMPLETE",
  });
});

test("a young account that begins and cancels uses up nobody's sum", async () => {
  vi.stubEnv("LIMIT_YOUNG_UPLOAD_PER_SITE", "1");
  const world = await makeWorld();
  const { asProducer } = world;
  for (const seed of [1, 2, 3, 4]) {
    const bytes = noise(700_000, seed);
    const { uploadId } = await beginUpload(asProducer, bytes);
    await asProducer.mutation(api.uploads.cancel, { uploadId });
  }
  await beginUpload(asProducer, noise(700_000, 5));
  const reason = await reasonBy(beginUpload(asProducer, noise(700_000, 6)));
  expect(reason).toMatchObject({ code: "RATE_LIMITED" });
});

test("cancelling gives back no MiB that have arrived", async () => {
  vi.stubEnv("LIMIT_YOUNG_UPLOAD_PER_SITE", "1");
  const world = await makeWorld();
  const { asProducer } = world;
  const cancel = (uploadId: Id<"uploads">) =>
    asProducer.mutation(api.uploads.cancel, { uploadId });
  const bytes = noise(400_000, 1);
  const sent = await beginUpload(asProducer, bytes);
  await sendPieces(world, asProducer, bytes, sent, [0, 1, 2, 3, 4, 5]);
  await cancel(sent.uploadId); // about half of it has arrived
  const joined = await uploadInPieces(world, asProducer, noise(400_000, 2));
  await cancel(joined.uploadId);
  await expectNothing(world, asProducer);
  await beginUpload(asProducer, noise(400_000, 3));
  const more = await reasonBy(beginUpload(asProducer, noise(100_000, 4)));
  expect(more).toMatchObject({ code: "RATE_LIMITED" });
});
