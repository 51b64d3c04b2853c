import { afterEach, beforeEach, expect, test } from "vitest";
import { api, internal } from "./_generated/api";
import { MEGABYTE } from "./shared/limits";
import { MAX_REPORT_LENGTH } from "./shared/safety";
import { openTestCase } from "./testing/test.cases";
import { type Person, type World, makeEmptyWorld } from "./testing/test.world";

let world: World;
let owner: Person;

beforeEach(async () => {
  world = await makeEmptyWorld();
  owner = await world.join({ role: "producer_rapper", username: "exporter" });
});

afterEach(() => world.settle());

const stageOf = async (person: Person) =>
  (await person.query(api.exports.mine, {}))?.stage;

async function prepare() {
  await owner.mutation(api.exports.start, {});
  await expect.poll(() => stageOf(owner)).toMatch(/ready|failed/);
  expect(await stageOf(owner)).toBe("ready");
}

const pathsOf = async () =>
  (await world.rows("exportEntries")).map(({ path }) => path);

test("a long title of letters that take two units each is in index.html", async () => {
  await world.publishBeat(owner, { title: `a${"𝐀".repeat(49)}` });
  await prepare();
  expect(await pathsOf()).toContain(`audio/beats/0001-a${"𝐀".repeat(29)}.mp3`);
});

test("half of a character in a stored text does not stop an export", async () => {
  const beatId = await world.publishBeat(owner);
  const title = "a\uD800b";
  await world.t.run((ctx) => ctx.db.patch("beats", beatId, { title }));
  await prepare();
  const texts = (await world.rows("exportEntries")).map(({ text }) => text);
  expect(texts.filter((text) => text?.includes("a\uFFFDb"))).not.toEqual([]);
  expect(texts.every((text) => text?.isWellFormed() ?? true)).toBe(true);
});

test("an export fails if a step throws, and can be started again", async () => {
  await prepare();
  const [found] = await world.rows("exports");
  const [entry] = await world.rows("exportEntries");
  if (!found || !entry) throw new Error("no export");
  await world.t.run(async ({ db }) => {
    await db.patch("exports", found._id, { stage: "directory", cursor: null });
    // A file without a checksum has no place in the directory.
    await db.patch("exportEntries", entry._id, { crc32: null });
  });
  await world.t.mutation(internal.exports.step, { exportId: found._id });
  expect(await stageOf(owner)).toBe("failed");
  await prepare();
});

test("the longest reports are spread over files that a row can hold", async () => {
  const subjectId = await world.publishBeat(owner);
  const report = {
    subjectType: "beat",
    subjectId,
    reporterId: owner.userId,
    text: "\u0001".repeat(MAX_REPORT_LENGTH), // six bytes each in JSON
  } as const;
  for (let n = 0; n < 100; n++) await openTestCase(world, report);
  await prepare();
  const files = await world.rows("exportEntries");
  const tables = files.filter(({ path }) => /^reports.*json$/.test(path));
  const rows = tables.flatMap(({ text }) => JSON.parse(text ?? "") as unknown);
  expect(rows).toHaveLength(100);
  for (const { sizeBytes } of files) {
    expect(sizeBytes).toBeLessThan(MEGABYTE / 4);
  }
});

test("one purge deletes all exports that have expired, in batches", async () => {
  await prepare();
  const [found] = await world.rows("exports");
  if (!found) throw new Error("no export");
  const { _id, _creationTime, ...made } = found;
  await world.t.run(async ({ db }) => {
    for (let n = 0; n < 45; n++) {
      await db.insert("exports", { ...made, expiresAt: 1 });
    }
  });
  await world.t.mutation(internal.exports.purge, {});
  await world.settle();
  expect(await world.rows("exports")).toMatchObject([{ _id }]);
});
