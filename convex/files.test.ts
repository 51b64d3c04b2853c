import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { DAY_MS, HOUR_MS } from "./shared/limits";
import { beginUpload, noise } from "./testing/test.pieces";
import {
  expectRefusal,
  makeWorld,
  type Client,
  type World,
} from "./testing/test.world";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const MP3 = "beat-97bpm-short-2s.mp3";
const beat = { title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [] };

test("a file belongs to one beat, and a second claim does not delete it", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const storageId = await world.upload({ name: MP3 });
  const args = { ...beat, storageId };
  await asProducer.action(api.beats.create, args);
  for (const person of [asProducer, asBoth]) {
    const again = person.action(api.beats.create, args);
    await expectRefusal(again, "FILE_NOT_FOUND");
  }
  expect(await world.storedFiles()).toHaveLength(1);
});

test("one person cannot delete another's upload", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const storageId = await world.upload({ name: MP3 });
  const reserve = { kind: "beats" as const, storageId };
  await asProducer.mutation(internal.files.reserve, reserve);
  await asBoth.mutation(internal.files.discard, { storageId });
  const claim = { ...beat, storageId };
  await expectRefusal(asBoth.action(api.beats.create, claim), "FILE_NOT_FOUND");
  expect(await world.storedFiles()).toHaveLength(1);
});

test("a missing file cannot be claimed", async () => {
  const world = await makeWorld();
  const storageId = await world.upload({ name: MP3 });
  await world.t.run((ctx) => ctx.storage.delete(storageId));
  const args = { ...beat, storageId };
  const attempt = world.asProducer.action(api.beats.create, args);
  await expectRefusal(attempt, "FILE_NOT_FOUND");
});

test("deletes uploads left unclaimed for a day, and nothing else", async () => {
  const world = await makeWorld();
  const now = Math.ceil(await world.newestPersonAt());
  vi.useFakeTimers({ toFake: ["Date"], now });
  const { asProducer } = world;
  const sweep = () => world.t.mutation(internal.files.sweep, {});
  await world.publishBeat(asProducer);
  await world.upload({ name: MP3 });
  const reserved = await world.upload({ name: MP3 });
  const reserve = { kind: "beats" as const, storageId: reserved };
  await asProducer.mutation(internal.files.reserve, reserve);
  vi.setSystemTime(Date.now() + DAY_MS - HOUR_MS);
  await sweep();
  expect(await world.storedFiles()).toHaveLength(3);
  const young = await world.upload({ name: MP3 });
  vi.setSystemTime(Date.now() + 2 * HOUR_MS);
  await sweep();
  const left = await world.storedFiles();
  expect(left).toHaveLength(2);
  expect(left.map(({ _id }) => _id)).toContain(young);
  expect(await world.rows("files")).toHaveLength(1);
  vi.setSystemTime(Date.now() + DAY_MS);
  await sweep();
  expect(await world.storedFiles()).toHaveLength(1);
});

test("the sweep starts over after a clock that was ahead", async () => {
  const world = await makeWorld();
  await world.upload({ name: MP3 });
  const now = Math.ceil(await world.newestPersonAt());
  vi.useFakeTimers({ toFake: ["Date"], now: now + 2 * DAY_MS });
  const sweptUntil = now + 1000 * DAY_MS;
  await world.t.run((ctx) => ctx.db.insert("uploadSweeps", { sweptUntil }));
  await world.t.mutation(internal.files.sweep, {});
  expect(await world.storedFiles()).toEqual([]);
});

const usedBy = async (world: World) =>
  new Map(
    (await world.rows("storageUse")).map(({ userId, bytes }) => [
      userId,
      bytes,
    ]),
  );

const myStorage = (person: Client) => person.query(api.files.myStorage, {});

test("the storage of an account is the size of its files, and only its owner sees it", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth, asUnconfirmed, stranger } = world;
  const beatId = await world.publishBeat(asProducer);
  await world.publishBeat(asProducer);
  const verseId = await world.publishVerse(asBoth, beatId);
  const sizes = await world.storedFiles();
  const [one = 0, two = 0, verse = 0] = sizes.map(({ size }) => size);
  expect(await usedBy(world)).toEqual(
    new Map([
      [asProducer.userId, one + two],
      [asBoth.userId, verse],
    ]),
  );
  const quotaBytes = 500 * 2 ** 20;
  const usedBytes = one + two;
  expect(await myStorage(asProducer)).toEqual({ usedBytes, quotaBytes });
  expect(await myStorage(asUnconfirmed)).toEqual({ usedBytes: 0, quotaBytes });
  expect(await myStorage(stranger)).toBeNull();
  await asBoth.mutation(api.verses.remove, { verseId });
  await asProducer.mutation(api.beats.remove, { beatId });
  expect(await usedBy(world)).toEqual(new Map([[asProducer.userId, two]]));
});

test("a refused upload does not count, and neither does one that was swept", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const storageId = await world.upload({ name: "png-renamed.mp3" });
  const args = { ...beat, storageId };
  const refused = asProducer.action(api.beats.create, args);
  await expectRefusal(refused, "BEAT_FILE_INVALID");
  expect(await usedBy(world)).toEqual(new Map());
});

test("an upload that does not fit is refused until there is room", async () => {
  vi.stubEnv("LIMIT_STORAGE_PER_ACCOUNT", "0.05"); // MiB: one of these beats fits
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const beatId = await world.publishBeat(asProducer);
  const [stored] = await world.storedFiles();
  expect(2 * (stored?.size ?? 0)).toBeGreaterThan(0.05 * 2 ** 20);
  await expectRefusal(world.publishBeat(asProducer), "STORAGE_FULL");
  expect(await world.rows("beats")).toHaveLength(1);
  await world.publishBeat(asBoth);
  await asProducer.mutation(api.beats.remove, { beatId });
  await world.publishBeat(asProducer);
});

test("no upload begins without any room, and an operator can lift the limit", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const userId = asProducer.userId;
  await world.t.run((ctx) =>
    ctx.db.insert("storageUse", { userId, bytes: 500 * 2 ** 20 }),
  );
  const begin = () => beginUpload(asProducer, noise(1));
  await expectRefusal(begin(), "STORAGE_FULL");
  vi.stubEnv("LIMIT_STORAGE_PER_ACCOUNT", "off");
  await begin();
  expect((await myStorage(asProducer))?.quotaBytes).toBeNull();
  vi.stubEnv("LIMIT_STORAGE_PER_ACCOUNT", "much");
  const other = beginUpload(asProducer, noise(2));
  await expect(other).rejects.toThrow("LIMIT_STORAGE_PER_ACCOUNT must be");
});

test("no function gives an address that takes any file", async () => {
  const sources = import.meta.glob(["./**/*.ts", "!./**/*.test.ts"], {
    ...{ query: "?raw", import: "default", eager: true },
  });
  const names = Object.entries(sources)
    .filter(([, text]) => String(text).includes("storage.generateUploadUrl("))
    .map(([name]) => name);
  expect(names).toEqual([]);
});

test("files of earlier versions are measured once", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const name = MP3;
  for (const ownerId of [asProducer.userId, asBoth.userId]) {
    const storageId = await world.upload({ name });
    const claimedBy = await world.publishBeat(asProducer);
    await world.t.run((ctx) =>
      ctx.db.insert("files", {
        ...{ ownerId, kind: "beats", storageId, extension: "mp3", claimedBy },
      }),
    );
  }
  const before = await usedBy(world);
  for (const _ of [1, 2]) await world.t.mutation(internal.files.measureOld, {});
  const [stored] = await world.storedFiles();
  const size = stored?.size ?? 0;
  expect(await usedBy(world)).toEqual(
    new Map([
      [asProducer.userId, (before.get(asProducer.userId) ?? 0) + size],
      [asBoth.userId, size],
    ]),
  );
  const files = await world.rows("files");
  expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(1);
  expect(files.filter(({ claimedAt }) => claimedAt === undefined)).toEqual([]);
});
