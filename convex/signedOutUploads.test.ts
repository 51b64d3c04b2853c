import { expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import type * as StoreFile from "./model/content/storeFile";
import {
  allOf,
  beginUpload,
  noise,
  sendPieces,
  usedBy,
} from "./testing/test.pieces";
import { makeWorld, type Person, type World } from "./testing/test.world";

const storing = vi.hoisted(() => ({ before: () => Promise.resolve() }));

/** Runs `storing.before` while a file is being stored. */
vi.mock("./model/content/storeFile", async (load) => {
  const real = await load<typeof StoreFile>();
  const storeFile: typeof real.storeFile = async (...args) => {
    await storing.before();
    return real.storeFile(...args);
  };
  return { storeFile };
});

/** Ends a person's sessions once, as soon as the next file is stored. */
function signOutDuringStore(world: World, { userId }: Person) {
  storing.before = async () => {
    storing.before = () => Promise.resolve();
    await world.t.run(async ({ db }) => {
      for (const session of await db.query("authSessions").collect())
        if (session.userId === userId)
          await db.delete("authSessions", session._id);
    });
  };
}

test("whoever signs out during a join keeps no place from others, and leaves no file that nobody counts", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(40_000);
  const state = await beginUpload(asProducer, bytes);
  await sendPieces(world, asProducer, bytes, state);
  const { uploadId } = state;
  signOutDuringStore(world, asProducer);
  await asProducer.action(api.uploads.join, { uploadId }).catch(() => null);
  const [upload] = await world.rows("uploads");
  expect(upload?.joiningSince).toBeUndefined();
  const files = await world.rows("files");
  const stored = await world.storedFiles();
  expect(stored.map(({ _id }) => _id)).toEqual(
    files.map(({ storageId }) => storageId),
  );
});

test("a piece that arrives while its sender signs out belongs to the upload", async () => {
  const world = await makeWorld();
  const { asProducer } = world;
  const bytes = noise(20_000);
  const state = await beginUpload(asProducer, bytes);
  signOutDuringStore(world, asProducer);
  await sendPieces(world, asProducer, bytes, state, allOf(state).slice(0, 1));
  const pieces = await world.rows("uploadPieces");
  const stored = await world.storedFiles();
  expect(stored.map(({ _id }) => _id)).toEqual(
    pieces.map(({ storageId }) => storageId),
  );
  expect(await usedBy(world, asProducer)).toBe(bytes.length);
});
