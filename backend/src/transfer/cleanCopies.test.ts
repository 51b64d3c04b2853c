import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Storage } from "../storage/storage.ts";
import { CleanCopies } from "./cleanCopies.ts";

const JOBS = { number: 2, component: "", name: "_scheduled_functions" };
const NOTES = { number: 10001, component: "", name: "notes" };

let directory: string;
let storage: Storage;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "clean-"));
  storage = new Storage({ path: join(directory, "live.sqlite") });
  for (const table of [JOBS, NOTES]) {
    storage.insertTable({ ...table, idNumber: table.number });
  }
});

afterEach(async () => {
  storage.close();
  await rm(directory, { recursive: true });
});

const plainCopy = (file: string) => storage.bulk.copyTo(file, () => undefined);
const source = {
  copyDatabase: async (file: string) => {
    await plainCopy(file);
    return { ts: 0n };
  },
};

function insert(table: { number: number }, id: string, document: object) {
  storage.begin();
  const row = storage.insertDocument(
    table.number,
    id,
    JSON.stringify(document),
  );
  storage.commit();
  return row;
}

const job = (kind: string, arg: string, state = {}) => ({
  name: "mail:send",
  args: [{ address: arg }],
  state: { kind, ...state },
});

async function cleanCopy(): Promise<string> {
  const file = join(directory, "clean.sqlite");
  await new CleanCopies(source, () => {}).copyDatabase(file);
  return file;
}

const contains = async (file: string, text: string) =>
  (await readFile(file)).includes(text);

test("a clean copy holds no byte of a row that was deleted; a plain one does", async () => {
  const row = insert(NOTES, "a", { body: "nobody must read this" });
  insert(NOTES, "b", { body: "this stays" });
  storage.begin();
  storage.deleteDocument(row);
  storage.commit();
  const plain = join(directory, "plain.sqlite");
  await plainCopy(plain);
  expect(await contains(plain, "nobody must read this")).toBe(true);
  const clean = await cleanCopy();
  expect(await contains(clean, "nobody must read this")).toBe(false);
  expect(await contains(clean, "this stays")).toBe(true);
});

test("of finished jobs, only the name and the state stay", async () => {
  insert(JOBS, "a", job("success", "done@example.org"));
  insert(JOBS, "b", job("canceled", "stopped@example.org"));
  const error = "refused: torn@example.org";
  insert(JOBS, "c", job("failed", "torn@example.org", { error }));
  insert(JOBS, "d", job("pending", "due@example.org"));
  insert(JOBS, "e", job("inProgress", "running@example.org"));
  const file = await cleanCopy();
  const bytes = (await readFile(file)).toString("latin1");
  expect(bytes.match(/\w+@example\.org/g)?.toSorted()).toEqual([
    "due@example.org",
    "running@example.org",
  ]);
  const copy = new Storage({ path: file });
  const states = copy
    .documentsAfter(JOBS.number, "", 10)
    .map(({ json }) => (JSON.parse(json) as ReturnType<typeof job>).state);
  copy.close();
  expect(states).toEqual([
    { kind: "success" },
    { kind: "canceled" },
    { kind: "failed", error: "" },
    { kind: "pending" },
    { kind: "inProgress" },
  ]);
  expect(storage.documentJson(JOBS.number, "a")).toContain("done@example.org");
});

test("a clean copy comes with the rows of each table", async () => {
  insert(NOTES, "a", { body: "first" });
  insert(NOTES, "b", { body: "second" });
  const file = join(directory, "clean.sqlite");
  const copy = await new CleanCopies(source, () => {}).copyDatabase(file);
  expect(copy).toEqual({
    ts: 0n,
    tables: [
      { component: "", name: "_scheduled_functions", rows: 0 },
      { component: "", name: "notes", rows: 2 },
    ],
  });
});

test("a clean copy keeps row numbers, and only its owner can read it", async () => {
  insert(NOTES, "a", { body: "first" });
  const row = insert(NOTES, "b", { body: "second" });
  const file = await cleanCopy();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const copy = new Storage({ path: file });
  expect(copy.document(NOTES.number, "b")?.row).toBe(row);
  copy.close();
});

test("leaves nothing behind when the copy fails", async () => {
  const failing = {
    copyDatabase: async (file: string) => {
      await plainCopy(file);
      throw new Error("The disk is full.");
    },
  };
  const copies = new CleanCopies(failing, () => {});
  const copying = copies.copyDatabase(join(directory, "clean.sqlite"));
  await expect(copying).rejects.toThrow("The disk is full.");
  const left = await readdir(directory);
  expect(left.filter((name) => !name.startsWith("live."))).toEqual([]);
});
