import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { DAY_MS, MINUTE_MS } from "./shared/limits";
import { decodePng } from "./testing/test.decodePng";
import { makeWorld, type World } from "./testing/test.world";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const beatPath = (id: string) => `/listen/beats/${id}/preview.png`;
const versePath = (id: string) => `/listen/verses/${id}/preview.png`;

async function readPicture(world: World, path: string) {
  const response = await world.t.fetch(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/png");
  return {
    etag: response.headers.get("ETag") ?? "",
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Counts the colours in a part of the picture. */
function colorsIn(
  bytes: Uint8Array,
  { x, y, width, height }: Record<"x" | "y" | "width" | "height", number>,
): number {
  const picture = decodePng(bytes);
  const colors = new Set<number>();
  for (let row = y; row < y + height; row += 2)
    for (let column = x; column < x + width; column += 2)
      colors.add(picture.colorAt(column, row));
  return colors.size;
}

const TITLE_AREA = { x: 352, y: 90, width: 720, height: 150 };
const STICKER_AREA = { x: 112, y: 92, width: 220, height: 220 };

const renamed = (username: string) => ({
  username,
  bio: "",
  instagram: "",
  youtube: "",
});

test("draws the picture of a beat once, and stores it", async () => {
  const world = await makeWorld();
  const title = "क्षितिज 🔥 Monsoon";
  const beatId = await world.publishBeat(world.asProducer, { title });
  const first = await readPicture(world, beatPath(beatId));
  expect(decodePng(first.bytes)).toMatchObject({ width: 1200, height: 630 });
  expect(first.bytes.length).toBeLessThan(300_000);
  expect(colorsIn(first.bytes, TITLE_AREA)).toBeGreaterThan(10);
  expect(colorsIn(first.bytes, STICKER_AREA)).toBeGreaterThan(3);
  const files = await world.storedFiles();
  const second = await readPicture(world, beatPath(beatId));
  expect(second).toEqual(first);
  expect(await world.storedFiles()).toEqual(files);
});

test("answers 304 to a reader who has the picture", async () => {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer);
  const { etag } = await readPicture(world, beatPath(beatId));
  const headers = { "If-None-Match": etag };
  const again = await world.t.fetch(beatPath(beatId), { headers });
  expect(again.status).toBe(304);
});

test("only one drawing runs at a time, and one that failed may be tried again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  const world = await makeWorld();
  const contentId = await world.publishBeat(world.asProducer);
  const content = { contentType: "beat" as const, contentId };
  const begin = () => world.t.mutation(internal.previews.begin, content);
  const find = () => world.t.query(internal.previews.find, content);
  expect(await begin()).toMatchObject({ contentId });
  expect(await begin()).toBeNull();
  expect(await find()).toEqual({ status: "busy" });
  await world.t.mutation(internal.previews.abandon, { contentId });
  expect(await find()).toEqual({ status: "wanted" });
  expect(await begin()).toMatchObject({ contentId });
  vi.setSystemTime(1_800_000_000_000 + MINUTE_MS);
  expect(await begin()).toMatchObject({ contentId });
});

test("two drawings run at a time, and the others wait without counting as attempts", async () => {
  const world = await makeWorld();
  const beats = [];
  for (const title of ["one", "two", "three"])
    beats.push(await world.publishBeat(world.asProducer, { title }));
  const contents = beats.map((contentId) => ({
    contentType: "beat" as const,
    contentId,
  }));
  const [one, two, three] = contents;
  if (!one || !two || !three) throw new Error("There are three beats.");
  const begin = (content: typeof one) =>
    world.t.mutation(internal.previews.begin, content);
  expect(await begin(one)).not.toBeNull();
  expect(await begin(two)).not.toBeNull();
  const counters = await world.rows("attemptCounters");
  expect(await begin(three)).toBeNull();
  expect(await world.t.query(internal.previews.find, three)).toEqual({
    status: "busy",
  });
  expect(await world.rows("attemptCounters")).toEqual(counters);
  await world.t.mutation(internal.previews.abandon, {
    contentId: one.contentId,
  });
  expect(await begin(three)).not.toBeNull();
});

test("a new name redraws the picture of a verse and deletes its old file", async () => {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer);
  const verseId = await world.publishVerse(world.asRapper, beatId);
  const before = await readPicture(world, versePath(verseId));
  await world.asRapper.mutation(api.profiles.update, renamed("वर्षा"));
  const after = await readPicture(world, versePath(verseId));
  expect(after.etag).not.toBe(before.etag);
  expect(after.bytes).not.toEqual(before.bytes);
  expect(await world.storedFiles()).toHaveLength(3);
});

test("a picture goes with its beat and with its verse", async () => {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer);
  const verseId = await world.publishVerse(world.asRapper, beatId);
  await readPicture(world, beatPath(beatId));
  await readPicture(world, versePath(verseId));
  const [verse] = await world.rows("verses");
  const files = await world.storedFiles();
  const voice = files.find(({ _id }) => _id === verse?.storageId);
  await world.asProducer.mutation(api.beats.remove, { beatId });
  expect(await world.rows("previews")).toEqual([]);
  // The rapper may still save the verse's file, which may be moving just now.
  for (const { sha256 } of await world.storedFiles())
    expect(sha256).toBe(voice?.sha256);
  for (const path of [beatPath(beatId), versePath(verseId)])
    expect((await world.t.fetch(path)).status).toBe(404);
});

test("the sweep keeps stored pictures and removes those that nothing shows", async () => {
  const world = await makeWorld();
  const now = Math.ceil(await world.newestPersonAt());
  vi.useFakeTimers({ toFake: ["Date"], now });
  const beatId = await world.publishBeat(world.asProducer);
  await readPicture(world, beatPath(beatId));
  await world.uploadBytes(new Uint8Array([1]));
  vi.setSystemTime(now + 2 * DAY_MS);
  await world.t.mutation(internal.files.sweep, {});
  expect(await world.storedFiles()).toHaveLength(2);
  await readPicture(world, beatPath(beatId));
});

test.each([
  "beats/none/preview.png",
  "beats/preview.png",
  `beats/${"a".repeat(5000)}/preview.png`,
  "beats/%00%ff/preview.png",
  "beats/<script>/preview.png",
])("does no work for /listen/%s", async (path) => {
  const world = await makeWorld();
  const response = await world.t.fetch(`/listen/${path}`);
  expect(response.status).toBe(404);
  expect(await world.rows("previews")).toEqual([]);
  expect(await world.rows("attemptCounters")).toEqual([]);
});

test("an id of the other kind has no picture", async () => {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer);
  expect((await world.t.fetch(versePath(beatId))).status).toBe(404);
});

test("shows the picture of the site to readers who make it draw too often", async () => {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer);
  vi.stubEnv("LIMIT_PREVIEW_PER_ACCOUNT", "1");
  await readPicture(world, beatPath(beatId));
  await world.asProducer.mutation(api.profiles.update, renamed("renamed"));
  const refused = await world.t.fetch(beatPath(beatId), { redirect: "manual" });
  expect(refused.status).toBe(302);
  expect(refused.headers.get("Location")).toContain("/link-preview.png");
  expect(await world.rows("previews")).toMatchObject([{ drawingSince: null }]);
});
