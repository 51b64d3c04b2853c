import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { EXPORT_PATH, MAX_PIECE_BYTES } from "./shared/exports";
import { setAuthKeys } from "./testing/test.authKeys";
import { appoint, decideNow, openTestCase } from "./testing/test.cases";
import {
  joinWithPassword,
  leave,
  passSevenDays,
  removeAllDue,
} from "./testing/test.leaver";
import {
  type Client,
  type Person,
  type World,
  audioBytes,
  expectRefusal,
  makeEmptyWorld,
  reasonBy,
} from "./testing/test.world";

const FORMULA_TITLE = "=SUM(1), <b>";

let world: World;
let owner: Person;

beforeEach(async () => {
  await setAuthKeys();
  world = await makeEmptyWorld();
  owner = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "exporter",
  });
});

afterEach(async () => {
  await world.settle();
  vi.unstubAllEnvs();
});

const stageOf = async (person: Person) =>
  (await person.query(api.exports.mine, {}))?.stage;

async function prepare(person: Person) {
  await person.mutation(api.exports.start, {});
  await expect.poll(() => stageOf(person)).toBe("ready");
  const [entry] = await world.rows("exports");
  if (!entry) throw new Error("no export");
  return entry;
}

const get = (client: Client, range?: string) =>
  client.fetch(EXPORT_PATH, range ? { headers: { Range: range } } : {});

/** Downloads the ZIP in pieces of this size. */
async function download(client: Client, sizeBytes: number, stepBytes: number) {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < sizeBytes;) {
    const response = await get(client, `bytes=${at}-${at + stepBytes - 1}`);
    expect([200, 206]).toContain(response.status);
    const piece = new Uint8Array(await response.arrayBuffer());
    pieces.push(piece);
    at += piece.length;
  }
  return Buffer.concat(pieces);
}

function unpack(zip: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), "export-"));
  writeFileSync(join(folder, "made.zip"), zip);
  execFileSync("unzip", ["-q", "made.zip"], { cwd: folder });
  const read = (path: string) => readFileSync(join(folder, path));
  const drop = () => rmSync(folder, { recursive: true });
  return { read, drop };
}

test("unzip finds all that the person has, as JSON, CSV, sounds and a page", async () => {
  const beatId = await world.publishBeat(owner, { title: FORMULA_TITLE });
  await world.publishVerse(owner, beatId);
  const { soundCount, readCount, sizeBytes } = await prepare(owner);
  expect([soundCount, readCount]).toEqual([2, 2]);
  const files = await world.rows("exportEntries");
  expect(files.flatMap(({ path }) => path || []).sort()).toEqual([
    "account.csv",
    "account.json",
    "audio/beats/0001--SUM-1-b-.mp3",
    "audio/verses/0001--SUM-1-b-.webm",
    "beats.csv",
    "beats.json",
    "drafts.csv",
    "drafts.json",
    "index.html",
    "reports.csv",
    "reports.json",
    "verses.csv",
    "verses.json",
    "votes.csv",
    "votes.json",
  ]);

  const zip = await download(owner, sizeBytes, 5_000);
  expect(zip.length).toBe(sizeBytes);
  const { read, drop } = unpack(zip);
  const text = (path: string) => read(path).toString();
  expect(JSON.parse(text("beats.json"))).toMatchObject([
    { title: FORMULA_TITLE, file: "audio/beats/0001--SUM-1-b-.mp3" },
  ]);
  expect(text("beats.csv")).toContain(`"'=SUM(1), <b>"`);
  expect(text("index.html")).toContain("=SUM(1), &lt;b&gt;");
  expect(text("index.html")).toContain('src="audio/beats/0001--SUM-1-b-.mp3');
  expect(text("account.json")).toContain("exporter@example.com");
  const stored = await audioBytes("beat-97bpm-short-2s.mp3");
  const sound = read("audio/beats/0001--SUM-1-b-.mp3");
  expect(Buffer.compare(sound, stored)).toBe(0);
  drop();
});

const startSending = (person: Person) =>
  person.mutation(internal.exports.startSending, {
    ...{ from: 0, end: null },
  });

test("an account is sent one piece at a time; another request is told when to try again", async () => {
  await prepare(owner);
  expect(await startSending(owner)).toMatchObject({ status: "open" });
  expect(await startSending(owner)).toEqual({ status: "busy" });
  const answer = await get(owner);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("2");
  expect(await answer.text()).toMatch(/^Too many exports/);
  await owner.mutation(internal.exports.endSending, {});
  expect((await get(owner)).status).toBe(200);
});

test("three accounts are sent a piece at a time", async () => {
  const others = await Promise.all(
    ["one", "two", "three"].map((username) => world.join({ username })),
  );
  for (const person of [...others, owner]) {
    await person.mutation(api.exports.start, {});
    await expect.poll(() => stageOf(person)).toBe("ready");
  }
  for (const person of others) await startSending(person);
  expect((await get(owner)).status).toBe(503);
  await others[0]?.mutation(internal.exports.endSending, {});
  expect((await get(owner)).status).toBe(200);
});

test("a place is free again after a piece that could not be read, or after half a minute", async () => {
  await world.publishBeat(owner);
  await prepare(owner);
  const [file] = await world.storedFiles();
  await world.t.run(async (ctx) => {
    if (file) await ctx.storage.delete(file._id);
  });
  expect((await get(owner)).status).toBe(410);
  expect((await get(owner)).status).toBe(410);
  const now = Date.now();
  await startSending(owner);
  vi.useFakeTimers({ toFake: ["Date"], now: now + 31_000 });
  expect(await startSending(owner)).toMatchObject({ status: "open" });
  vi.useRealTimers();
});

test("too many pieces in a minute are refused in words", async () => {
  vi.stubEnv("LIMIT_DOWNLOAD_PER_ACCOUNT", "1");
  await prepare(owner);
  expect((await get(owner)).status).toBe(200);
  const answer = await get(owner);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await answer.text()).toMatch(/^Too many attempts/);
});

test("the words of verses and drafts are text files, and index.html leads to them", async () => {
  const beatId = await world.publishBeat(owner, { title: "गली" });
  const words = "<b>पहली</b>\n\nsecond & last";
  await world.publishVerse(owner, beatId, { words });
  await world.publishVerse(owner, beatId);
  const save = (text: string, base: number | null) =>
    owner.mutation(api.words.saveDraft, {
      beatId,
      words: text,
      base,
      ageMs: 0,
    });
  const { savedAt } = await save("kept once", null);
  await save("", savedAt);
  const other = await world.join({ role: "rapper", username: "other" });
  await world.publishVerse(other, beatId, { words: "of another person" });

  const { sizeBytes } = await prepare(owner);
  const { read, drop } = unpack(await download(owner, sizeBytes, 1e6));
  const text = (path: string) => read(path).toString();
  const file = "words/verses/0001-गली.txt";
  expect(text(file)).toBe(`\uFEFF${words}\n`);
  expect(JSON.parse(text("verses.json"))).toMatchObject([
    { words: file },
    { words: null },
  ]);
  const address = file.split("/").map(encodeURIComponent).join("/");
  expect(text("index.html").match(/<a [^>]*>Words<\/a>/g)).toEqual([
    `<a href="${address}">Words</a>`,
  ]);
  const draft = { file: "words/drafts/0001-गली.txt", beatTitle: "गली" };
  const olderFile = "words/drafts/0001-गली-older.txt";
  expect(JSON.parse(text("drafts.json"))).toMatchObject([
    { ...draft, olderFile },
  ]);
  expect(text(draft.file)).toBe("\uFEFF\n");
  expect(text(olderFile)).toBe("\uFEFFkept once\n");
  const paths = (await world.rows("exportEntries")).map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith("words/"))).toHaveLength(3);
  drop();
});

test("words that are withdrawn meanwhile are left out", async () => {
  const beatId = await world.publishBeat(owner);
  const verseId = await world.publishVerse(owner, beatId, { words: "mine" });
  await owner.mutation(api.words.withdraw, { verseId });
  // The export took the verse down while it still had its words.
  await world.t.run((ctx) =>
    ctx.db.patch("verses", verseId, { hasWords: true }),
  );
  await prepare(owner);
  const paths = (await world.rows("exportEntries")).map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith("words/"))).toEqual([]);
});

test("only the owner, signed in, can download it", async () => {
  await prepare(owner);
  const other = await world.join({ username: "other" });
  expect((await get(owner)).status).toBe(200);
  expect((await get(other)).status).toBe(404);
  expect((await get(world.stranger)).status).toBe(401);
  const forged = { headers: { Authorization: "Bearer e30.e30.e30" } };
  expect((await world.stranger.fetch(EXPORT_PATH, forged)).status).toBe(401);
});

test("a range is answered exactly, and a hostile one is refused", async () => {
  const { sizeBytes } = await prepare(owner);
  const whole = await (await get(owner)).arrayBuffer();
  for (const [from, last] of [
    [0, 0],
    [29, 31],
    [1, sizeBytes - 1],
    [sizeBytes - 1, sizeBytes + 5],
  ] as const) {
    const response = await get(owner, `bytes=${from}-${last}`);
    const end = Math.min(last + 1, sizeBytes);
    expect(response.status).toBe(206);
    expect(response.headers.get("Content-Range")).toBe(
      `bytes ${from}-${end - 1}/${sizeBytes}`,
    );
    expect(await response.arrayBuffer()).toEqual(whole.slice(from, end));
  }
  for (const range of [
    `bytes=${sizeBytes}-`,
    "bytes=5-4",
    "bytes=-5",
    "bytes=0-1,3-4",
    `bytes=${"9".repeat(400)}-`,
    "lines=1-2",
  ]) {
    expect((await get(owner, range)).status).toBe(416);
  }
});

test("a page of the app may ask with its token", async () => {
  vi.stubEnv("SITE_URL", "https://gully.example/app");
  const { status, headers } = await world.stranger.fetch(EXPORT_PATH, {
    method: "OPTIONS",
  });
  expect(status).toBe(204);
  expect(headers.get("Access-Control-Allow-Origin")).toBe(
    "https://gully.example",
  );
  expect(headers.get("Access-Control-Allow-Headers")).toContain(
    "Authorization",
  );
});

test("a piece never has more than Convex can answer", async () => {
  const sizeBytes = 2 * MAX_PIECE_BYTES;
  const storageId = await world.uploadBytes(new Uint8Array(sizeBytes));
  const beatId = await world.publishBeat(owner);
  await world.t.run((ctx) => ctx.db.patch("beats", beatId, { storageId }));
  const made = await prepare(owner);
  expect(made.sizeBytes).toBeGreaterThan(sizeBytes);
  const response = await get(owner);
  expect(response.status).toBe(206);
  expect((await response.blob()).size).toBe(MAX_PIECE_BYTES);
  const zip = await download(owner, made.sizeBytes, 1e9);
  const { read, drop } = unpack(zip);
  expect(read("audio/beats/0001-Gully.bin").length).toBe(sizeBytes);
  drop();
});

test("only a signed-in person can start one, and not too often", async () => {
  const refused = world.stranger.mutation(api.exports.start, {});
  await expectRefusal(refused, "NOT_SIGNED_IN");
  expect(await world.stranger.query(api.exports.mine, {})).toBeNull();
  vi.stubEnv("LIMIT_EXPORT_PER_ACCOUNT", "1");
  await owner.mutation(api.exports.start, {});
  const again = owner.mutation(api.exports.start, {});
  expect(await reasonBy(again)).toMatchObject({ code: "RATE_LIMITED" });
});

test("a suspended person can export", async () => {
  const moderator = await appoint(world, await world.join());
  const subject = { subjectType: "profile", subjectId: owner.userId } as const;
  const { _id } = await openTestCase(world, subject);
  const decision = { decision: "suspend", suspension: 7 } as const;
  await decideNow(world, moderator, _id, decision);
  expect(await world.rows("suspensions")).toHaveLength(1);
  await prepare(owner);
  expect((await get(owner)).status).toBe(200);
});

test("reading resumes after an action was cut off, and reads nothing twice", async () => {
  await world.publishBeat(owner);
  const { _id: exportId } = await prepare(owner);
  await world.t.run(async ({ db }) => {
    for (const { _id, storageId, path } of await db
      .query("exportEntries")
      .collect()) {
      if (path === "" || path === "index.html") {
        await db.delete("exportEntries", _id);
      } else if (storageId) {
        await db.patch("exportEntries", _id, { crc32: null, start: null });
      } else await db.patch("exportEntries", _id, { start: null });
    }
    await db.patch("exports", exportId, {
      stage: "sounds",
      readCount: 0,
      fileCount: 0,
      sizeBytes: 0,
      turn: 7,
    });
  });
  const { resume } = internal.exports;
  await world.t.mutation(resume, { exportId, turn: 6 });
  expect(await stageOf(owner)).toBe("sounds");
  await world.t.mutation(resume, { exportId, turn: 7 });
  await expect.poll(() => stageOf(owner)).toBe("ready");
  expect((await owner.query(api.exports.mine, {}))?.readCount).toBe(1);
});

test("a sound that is deleted meanwhile is left out; deleted afterwards, it is named", async () => {
  const beatId = await world.publishBeat(owner, { title: "Gone" });
  const made = await prepare(owner);
  await owner.mutation(api.beats.remove, { beatId });
  await world.settle();
  const response = await get(owner);
  expect(response.status).toBe(410);
  expect(await response.text()).toContain("deleted");
  const renewed = await prepare(owner);
  expect(renewed._id).not.toBe(made._id);
  expect((await get(owner)).status).toBe(200);
});

test("an export that takes too many turns fails, and can be started again", async () => {
  await world.publishBeat(owner);
  const { _id: exportId } = await prepare(owner);
  await world.t.run(async ({ db }) => {
    await db.patch("exports", exportId, { stage: "sounds", turn: 5000 });
    for (const { _id, storageId } of await db
      .query("exportEntries")
      .collect()) {
      if (storageId) await db.patch("exportEntries", _id, { crc32: null });
    }
  });
  await world.t.mutation(internal.exports.step, { exportId });
  expect(await stageOf(owner)).toBe("failed");
  expect((await get(owner)).status).toBe(404);
  await prepare(owner);
});

test("an export goes when it expires, and when its account is removed meanwhile", async () => {
  await world.publishBeat(owner);
  const made = await prepare(owner);
  await world.t.mutation(internal.exports.purge, {});
  expect(await world.rows("exports")).toHaveLength(1);
  await world.t.run((ctx) =>
    ctx.db.patch("exports", made._id, { expiresAt: 2 }),
  );
  expect((await get(owner)).status).toBe(404);
  await world.t.mutation(internal.exports.purge, {});
  await expect.poll(() => world.rows("exportEntries")).toEqual([]);
  expect(await world.rows("exports")).toEqual([]);

  await owner.mutation(api.exports.start, {});
  await leave(owner);
  await passSevenDays(world);
  await removeAllDue(world);
  await world.settle();
  await expect.poll(() => world.rows("exports")).toEqual([]);
  await expect.poll(() => world.rows("exportEntries")).toEqual([]);
});
