import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { DAY_MS, HOUR_MS } from "./shared/limits";
import { expectRefusal, makeWorld } from "./test.setup";

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["asProducer", "beats"],
  ["asBoth", "beats"],
  ["asRapper", "verses"],
  ["asBoth", "verses"],
] as const)("%s gets an address to upload %s to", async (who, kind) => {
  const world = await makeWorld();
  const url = await world[who].mutation(api.files.generateUploadUrl, { kind });
  expect(url).toMatch(/^https?:/);
});

test.each([
  ["asRapper", "beats", "ONLY_PRODUCERS_UPLOAD"],
  ["asListener", "beats", "ONLY_PRODUCERS_UPLOAD"],
  ["asProducer", "verses", "ONLY_RAPPERS_RECORD"],
  ["asListener", "verses", "ONLY_RAPPERS_RECORD"],
  ["asUnconfirmed", "beats", "EMAIL_NOT_CONFIRMED"],
  ["asNameless", "beats", "PROFILE_MISSING"],
  ["stranger", "beats", "NOT_SIGNED_IN"],
] as const)("%s gets no address for %s", async (who, kind, code) => {
  const world = await makeWorld();
  const attempt = world[who].mutation(api.files.generateUploadUrl, { kind });
  await expectRefusal(attempt, code);
});

const MP3 = "beat-97bpm-short-2s.mp3";
const beat = { title: "Gully", genre: "Trap", bpm: 97, tags: [], peaks: [] };

test("a file serves one beat only, and no second claim deletes it", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const storageId = await world.upload({ name: MP3 });
  const args = { ...beat, storageId, fileName: MP3 };
  await asProducer.action(api.beats.create, args);
  for (const person of [asProducer, asBoth]) {
    const again = person.action(api.beats.create, {
      ...args,
      fileName: "x.exe",
    });
    await expectRefusal(again, "FILE_NOT_FOUND");
  }
  expect(await world.storedFiles()).toHaveLength(1);
});

test("nobody has another's upload deleted", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth } = world;
  const storageId = await world.upload({ name: MP3 });
  const reserve = { kind: "beats" as const, storageId };
  await asProducer.mutation(internal.files.reserve, reserve);
  await asBoth.mutation(internal.files.discard, { storageId });
  const claim = { ...beat, storageId, fileName: "x.exe" };
  await expectRefusal(asBoth.action(api.beats.create, claim), "FILE_NOT_FOUND");
  expect(await world.storedFiles()).toHaveLength(1);
});

test("a file that is not there cannot be claimed", async () => {
  const world = await makeWorld();
  const storageId = await world.upload({ name: MP3 });
  await world.t.run((ctx) => ctx.storage.delete(storageId));
  const args = { ...beat, storageId, fileName: MP3 };
  const attempt = world.asProducer.action(api.beats.create, args);
  await expectRefusal(attempt, "FILE_NOT_FOUND");
});

test("uploads that nothing claimed for a day are removed, and nothing else", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  const world = await makeWorld();
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
