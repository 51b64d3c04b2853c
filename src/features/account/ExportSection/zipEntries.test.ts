import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeZip } from "client-zip";
import { afterEach, expect, test } from "vitest";
import type {
  ExportPage,
  ExportSound,
  ExportTable,
} from "../../../../convex/shared/exports";
import { exports as texts } from "../../../texts/en/exports";
import { readTables } from "./readTables";
import { zipEntries } from "./zipEntries";

const ROW = { title: "", sound: null, words: null, olderWords: null };
const soundOf = (extension: string): ExportSound => ({
  ...{ url: `https://files.example/${extension}`, extension },
  ...{ sizeBytes: 3, sha256: "" },
});
const BYTES = Uint8Array.of(1, 2, 3);

type Given = Partial<Record<ExportTable, ExportPage["items"]>>;

const COLUMNS: Record<ExportTable, string[]> = {
  account: ["email", "username"],
  beats: ["title", "file", "tags"],
  verses: ["beatTitle", "file", "words"],
  votes: ["contentType"],
  reports: ["text"],
  drafts: ["beatTitle", "file", "olderFile"],
  follows: ["username"],
  listens: ["contentId", "heardAt"],
  cyphers: ["beatTitle", "createdAt"],
  turns: ["cypherId", "verses"],
};

/** Reads the given tables with one item per page. */
const readFrom = (given: Given) =>
  readTables(({ table, cursor }) => {
    const items = given[table] ?? [];
    const at = Number(cursor);
    const next = at + 1 < items.length ? `${at + 1}` : null;
    const page = items.slice(at, at + 1);
    const columns = page.length > 0 ? COLUMNS[table] : [];
    return Promise.resolve({ columns, items: page, next });
  });

async function entriesOf(
  given: Given,
  load: (sound: ExportSound) => Uint8Array<ArrayBuffer> | null = () => BYTES,
) {
  const tables = await readFrom(given);
  return zipEntries(tables, {
    ...{ language: "en", texts: texts.page },
    load: (sound) => Promise.resolve(load(sound)),
  });
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Returns the names of the files in the ZIP, and a function that reads one. */
async function unpack(entries: Awaited<ReturnType<typeof entriesOf>>) {
  const folder = mkdtempSync(join(tmpdir(), "export-"));
  folders.push(folder);
  const zip = await new Response(makeZip(entries)).bytes();
  writeFileSync(join(folder, "made.zip"), zip);
  // In the C locale, unzip would write non-ASCII letters as numbers.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const unzip = (...options: string[]) =>
    execFileSync("unzip", [...options, "made.zip"], { cwd: folder, env });
  unzip("-tq");
  unzip("-q");
  const names = unzip("-Z1").toString().trim().split("\n");
  const text = (path: string) => readFileSync(join(folder, path), "utf8");
  return { names: names.sort(), text, folder };
}

const ACCOUNT = { ...ROW, cells: ["asha@example.com", "asha"] };
const TITLE = "=SUM(1), <b>";

test("unzip finds all that the person has, as JSON, CSV, sounds and a page", async () => {
  const { names, text, folder } = await unpack(
    await entriesOf({
      account: [ACCOUNT],
      beats: [
        {
          ...ROW,
          ...{ cells: [TITLE, null, ["a", "b"]], title: TITLE },
          sound: soundOf("mp3"),
        },
      ],
      verses: [
        {
          ...ROW,
          ...{ cells: [TITLE, null, null], title: TITLE },
          sound: soundOf("webm"),
        },
      ],
    }),
  );
  expect(names).toEqual([
    "account.csv",
    "account.json",
    "audio/beats/0001--SUM-1-b-.mp3",
    "audio/verses/0001--SUM-1-b-.webm",
    "beats.csv",
    "beats.json",
    "cyphers.csv",
    "cyphers.json",
    "drafts.csv",
    "drafts.json",
    "follows.csv",
    "follows.json",
    "index.html",
    "listens.csv",
    "listens.json",
    "reports.csv",
    "reports.json",
    "turns.csv",
    "turns.json",
    "verses.csv",
    "verses.json",
    "votes.csv",
    "votes.json",
  ]);
  expect(JSON.parse(text("beats.json"))).toEqual([
    { title: TITLE, file: "audio/beats/0001--SUM-1-b-.mp3", tags: ["a", "b"] },
  ]);
  expect(text("beats.csv")).toBe(
    `\uFEFFtitle,file,tags\r\n"'=SUM(1), <b>",audio/beats/0001--SUM-1-b-.mp3,"a, b"\r\n`,
  );
  expect(text("index.html")).toContain("=SUM(1), &lt;b&gt;");
  expect(text("index.html")).toContain('src="audio/beats/0001--SUM-1-b-.mp3');
  expect(text("index.html")).toContain("<bdi>asha</bdi> on Gully Cypher");
  expect(text("account.json")).toContain("asha@example.com");
  const sound = readFileSync(join(folder, "audio/beats/0001--SUM-1-b-.mp3"));
  expect(Buffer.compare(sound, BYTES)).toBe(0);
});

test("the words of verses and drafts are text files, and index.html leads to them", async () => {
  const words = "<b>पहली</b>\n\nsecond & last";
  const verse = {
    ...ROW,
    ...{ cells: ["गली", null, null], title: "गली" },
    sound: soundOf("webm"),
  };
  const draft = { ...ROW, cells: ["गली", null, null], title: "गली" };
  const { names, text } = await unpack(
    await entriesOf({
      verses: [{ ...verse, words }, verse],
      drafts: [{ ...draft, words: "", olderWords: "kept once" }],
    }),
  );
  const file = "words/verses/0001-गली.txt";
  expect(text(file)).toBe(`\uFEFF${words}\n`);
  expect(JSON.parse(text("verses.json"))).toMatchObject([
    { file: "audio/verses/0001-गली.webm", words: file },
    { file: "audio/verses/0002-गली.webm", words: null },
  ]);
  const address = file.split("/").map(encodeURIComponent).join("/");
  expect(text("index.html").match(/<a [^>]*>Words<\/a>/g)).toEqual([
    `<a href="${address}">Words</a>`,
  ]);
  const draftFile = "words/drafts/0001-गली.txt";
  const olderFile = "words/drafts/0001-गली-older.txt";
  expect(JSON.parse(text("drafts.json"))).toEqual([
    { beatTitle: "गली", file: draftFile, olderFile },
  ]);
  expect(text(draftFile)).toBe("\uFEFF\n");
  expect(text(olderFile)).toBe("\uFEFFkept once\n");
  expect(names.filter((name) => name.startsWith("words/"))).toHaveLength(3);
});

test("a sound that is deleted meanwhile is left out, and index.html names it", async () => {
  const beat = (title: string, extension: string) => ({
    ...ROW,
    ...{ cells: [title, null, []], title },
    sound: soundOf(extension),
  });
  const { names, text } = await unpack(
    await entriesOf(
      { beats: [beat("Gone <b>", "wav"), beat("Here", "mp3")] },
      ({ extension }) => (extension === "wav" ? null : BYTES),
    ),
  );
  expect(names.filter((name) => name.startsWith("audio/"))).toEqual([
    "audio/beats/0002-Here.mp3",
  ]);
  expect(JSON.parse(text("beats.json"))).toMatchObject([
    { title: "Gone <b>", file: null },
    { title: "Here", file: "audio/beats/0002-Here.mp3" },
  ]);
  const page = text("index.html");
  expect(page).toContain("were deleted while the ZIP was being made");
  expect(page).toContain("<li><bdi>Gone &lt;b&gt;</bdi>\n");
  expect(page.match(/<audio/g)).toHaveLength(1);
});

test("nothing is said of deleted sounds if there are none", async () => {
  const { text } = await unpack(await entriesOf({ account: [ACCOUNT] }));
  expect(text("index.html")).not.toContain("deleted");
});

test("a row whose file is gone names no file", async () => {
  const gone = { ...ROW, cells: ["Gone", null, []], title: "Gone" };
  const { text } = await unpack(await entriesOf({ beats: [gone] }));
  expect(JSON.parse(text("beats.json"))).toMatchObject([{ file: null }]);
});

test("half of a character in a stored text does not stop an export", async () => {
  const beat = { ...ROW, cells: ["a\uD800b", null, []], title: "a\uD800b" };
  const { text } = await unpack(await entriesOf({ beats: [beat] }));
  expect(text("beats.csv")).toContain("a\uFFFDb");
});

test("many sounds are spread over pages that name each other", async () => {
  const beats = Array.from({ length: 501 }, (_, at) => ({
    ...ROW,
    ...{ cells: [`Beat ${at}`, null, []], title: `Beat ${at}` },
    sound: soundOf("mp3"),
  }));
  const { text } = await unpack(await entriesOf({ beats }));
  expect(text("index.html").match(/<audio/g)).toHaveLength(500);
  expect(text("index-2.html").match(/<audio/g)).toHaveLength(1);
  expect(text("index.html")).toContain('<a href="index-2.html">');
});

test("a sound that cannot be read ends the ZIP, and signing out ends the reading", async () => {
  const beat = {
    ...ROW,
    ...{ cells: ["Beat", null, []], title: "Beat" },
    sound: soundOf("mp3"),
  };
  const entries = await entriesOf({ beats: [beat] }, () => {
    throw new Error("damaged");
  });
  await expect(new Response(makeZip(entries)).bytes()).rejects.toThrow(
    "damaged",
  );
  await expect(readTables(() => Promise.resolve(null))).rejects.toThrow(
    "signed out",
  );
});
