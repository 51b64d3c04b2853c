import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import {
  makeEmptyWorld,
  type Person,
  type World,
} from "../../testing/test.world";

let world: World;
let owner: Person;

beforeEach(async () => {
  world = await makeEmptyWorld();
  owner = await world.join({ role: "producer" });
  await world.publishBeat(owner);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await world.settle();
});

/** Files can be found but not read, as on a disk with bad sectors. */
function breakDisk() {
  const unreadable = () => Promise.reject(new Error("EIO: i/o error, read"));
  return vi.spyOn(Blob.prototype, "arrayBuffer").mockImplementation(unreadable);
}

const info = () => owner.query(api.exports.mine, {});

async function prepare(): Promise<void> {
  await owner.mutation(api.exports.start, {});
  await world.settle();
}

/** Runs the check that follows a turn after a minute. */
async function passMinute(): Promise<void> {
  const [found] = await world.rows("exports");
  if (!found) throw new Error("no export");
  const { _id: exportId, turn } = found;
  await world.t.mutation(internal.exports.resume, { exportId, turn });
  await world.settle();
}

test("a sound that can never be read fails the export after five turns; then it can be started again", async () => {
  const disk = breakDisk();
  await prepare();
  for (let minute = 1; minute <= 4; minute++) {
    await passMinute();
    expect(await info(), `${minute} min`).toMatchObject({ stage: "sounds" });
  }
  await passMinute();
  expect(await info()).toMatchObject({ stage: "failed", readCount: 0 });
  disk.mockRestore();
  await prepare();
  expect(await info()).toMatchObject({ stage: "ready", readCount: 1 });
});

test("turns that read something do not count", async () => {
  for (let n = 0; n < 3; n++) await world.publishBeat(owner);
  await prepare();
  expect(await info()).toMatchObject({ stage: "ready" });
  const disk = breakDisk();
  await prepare();
  for (let minute = 1; minute <= 3; minute++) await passMinute();
  disk.mockRestore();
  const [entry] = (await world.rows("exportEntries")).filter(
    ({ crc32 }) => crc32 === null,
  );
  if (!entry) throw new Error("nothing is left to read");
  const kept = { entryId: entry._id, sum: 1 };
  await world.t.mutation(internal.exports.keepSound, kept);
  breakDisk();
  for (let minute = 1; minute <= 4; minute++) await passMinute();
  expect(await info()).toMatchObject({ stage: "sounds", readCount: 1 });
});
