/**
 * A whole backup is accepted. For any other backup, the error says what is wrong.
 */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { storeLastTs } from "../database/commitClock.ts";
import type { Deployment } from "../runtime/contract/runtime.ts";
import { DEPLOYMENT_KEY } from "../runtime/executor/records/deploymentSettings.ts";
import { Storage } from "../storage/storage.ts";
import { backupEntries } from "./backupZip.ts";
import { CleanCopies } from "./cleanCopies.ts";
import { DiskFileStore } from "../files/diskFileStore.ts";
import { fetchBackup } from "./fetchBackup.ts";
import { restoreBackup } from "./restoreBackup.ts";
import { Snapshot } from "./snapshot.ts";
import { verifyBackup } from "./verifyBackup.ts";
import { type ZipContent, writeZip } from "./zipWriter.ts";

const NOTES = { number: 10_001, component: "", name: "notes" };
const FILES = { number: 10_002, component: "", name: "_files" };
const TS = 1_700_000_000_000_000_000n;
const SOUND = Buffer.from("a sound that somebody recorded");

let directory: string;
let dataDir: string;
let storage: Storage;
let uuid: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "verify-"));
  dataDir = join(directory, "data");
  uuid = randomUUID();
  const root = join(dataDir, "modules", "one");
  await mkdir(join(dataDir, "storage"), { recursive: true });
  await mkdir(join(root, "0"), { recursive: true });
  await writeFile(join(dataDir, "storage", uuid), SOUND);
  await writeFile(join(root, "0", "notes.js"), "export {};");
  storage = new Storage({ path: join(dataDir, "database.sqlite") });
  for (const table of [NOTES, FILES]) {
    storage.insertTable({ ...table, idNumber: table.number });
  }
  storage.begin();
  for (const id of ["a", "b", "c"]) {
    storage.insertDocument(NOTES.number, id, JSON.stringify({ body: id }));
  }
  storage.insertDocument(FILES.number, "f", JSON.stringify(fileRow()));
  storeLastTs(storage, TS);
  storage.commit();
  storage.setSetting(DEPLOYMENT_KEY, JSON.stringify(deploymentAt(root)));
});

afterEach(async () => {
  storage.close();
  await rm(directory, { recursive: true });
});

const fileRow = () => ({
  storageId: "s",
  uuid,
  size: SOUND.byteLength,
  sha256Hex: createHash("sha256").update(SOUND).digest("hex"),
});

/** The parts of a deployment that a backup looks at. */
const deploymentAt = (root: string) => {
  const file = join(root, "0", "notes.js");
  const modules = [{ path: "notes.js", file }];
  return { root, components: [{ path: "", modules }] } as unknown as Deployment;
};

type Change = (entry: ZipContent) => ZipContent | null;

/** Writes a backup in which `change` has altered or left out entries. */
async function backup(change: Change = (entry) => entry): Promise<string> {
  const files = new DiskFileStore(join(dataDir, "storage"));
  const source = {
    copyDatabase: async (file: string) => {
      await storage.bulk.copyTo(file, () => undefined);
      return { ts: TS };
    },
  };
  const copies = new CleanCopies(source, () => undefined);
  await using snapshot = await Snapshot.take(
    copies,
    files,
    join(directory, "copy.sqlite"),
  );
  const entries = backupEntries(snapshot, files, dataDir);
  const changed = async function* () {
    for await (const entry of entries) {
      const kept = change(entry);
      if (kept !== null) yield kept;
    }
  };
  const file = join(directory, "backup.zip");
  await writeZip(changed(), createWriteStream(file));
  return file;
}

const named =
  (name: string, content: ZipContent["content"] | null): Change =>
  (entry) => {
    if (!entry.name.startsWith(name)) return entry;
    return content === null ? null : { ...entry, content };
  };

/** The database of a server that never stored anything. */
async function emptyDatabase(): Promise<Buffer> {
  const path = join(directory, "empty.sqlite");
  new Storage({ path }).close();
  return await readFile(path);
}

async function manifestWith(changes: object): Promise<Change> {
  const tables = [
    { component: "", name: "_files", rows: 1 },
    { component: "", name: "notes", rows: 3 },
  ];
  const kind = "gully-backend backup";
  const manifest = { kind, version: 2, ts: String(TS), tables, ...changes };
  return named("backup.json", JSON.stringify(manifest));
}

test("says what a whole backup holds, and leaves nothing behind", async () => {
  const file = await backup();
  const before = await readdir(directory);
  expect(await verifyBackup(file)).toEqual({ tables: 2, rows: 4, files: 1 });
  expect(await readdir(directory)).toEqual(before);
});

test("accepts a backup of the first version, which did not count rows", async () => {
  const file = await backup(
    await manifestWith({ version: 1, tables: undefined }),
  );
  expect(await verifyBackup(file)).toEqual({ tables: 2, rows: 4, files: 1 });
});

const bytes = (...chunks: Buffer[]) =>
  (async function* () {
    yield* chunks;
  })();

const unwhole: readonly [string, () => Promise<Change>, RegExp][] = [
  [
    "an empty database",
    async () => named("database.sqlite", bytes(await emptyDatabase())),
    /database has no tables/,
  ],
  [
    "no database",
    async () => named("database.sqlite", null),
    /has no database/,
  ],
  [
    "a database with damaged pages",
    async () => {
      const whole = join(directory, "whole.sqlite");
      storage.bulk.rewriteTo(whole);
      const database = await readFile(whole);
      return named("database.sqlite", bytes(database.fill(7, 4096)));
    },
    /database (is damaged|cannot be opened)/,
  ],
  [
    "another snapshot than it says",
    () => manifestWith({ ts: String(TS + 1n) }),
    /ends with commit 1700000000000000000 instead of 1700000000000000001/,
  ],
  [
    "fewer rows than it says",
    () =>
      manifestWith({
        tables: [
          { component: "", name: "_files", rows: 1 },
          { component: "", name: "notes", rows: 4 },
          { component: "shop", name: "orders", rows: 2 },
        ],
      }),
    /table notes has 3 rows instead of 4; table shop\/orders has no rows instead of 2/,
  ],
  [
    "no file that the database names",
    async () => named("storage/", null),
    /storage\/[0-9a-f-]+ is missing/,
  ],
  [
    "half a file",
    async () => named("storage/", bytes(SOUND.subarray(0, 10))),
    /has 10 bytes instead of 30/,
  ],
  [
    "other bytes of a file",
    async () => named("storage/", bytes(Buffer.alloc(SOUND.byteLength, 1))),
    /has other bytes than were stored/,
  ],
  [
    "no code",
    async () => named("modules/", null),
    /modules\/one\/0\/notes\.js is missing/,
  ],
  [
    "an unreadable manifest",
    async () => named("backup.json", "{"),
    /backup\.json cannot be read/,
  ],
  ["no manifest", async () => named("backup.json", null), /is not a backup/],
];

describe.each(unwhole)("a backup with %s", (_, changing, reason) => {
  test("is refused, and restoring it changes nothing", async () => {
    const file = await backup(await changing());
    await expect(verifyBackup(file)).rejects.toThrow(reason);
    const target = join(directory, "target");
    await mkdir(target);
    await writeFile(join(target, "kept"), "");
    const restoring = restoreBackup(file, target, { isReplacing: true });
    await expect(restoring).rejects.toThrow(reason);
    expect(await readdir(target)).toEqual(["kept"]);
  });

  test("gets no name when a server sends it", async () => {
    const sent = await readFile(await backup(await changing()));
    const server = createServer((_request, response) => response.end(sent));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo; // a server that listens has a port
    const url = `http://127.0.0.1:${port}`;
    const target = join(directory, "backups");
    await mkdir(target);
    try {
      const fetching = fetchBackup({ url, adminKey: "" }, target);
      await expect(fetching).rejects.toThrow(reason);
      expect(await readdir(target)).toEqual([]);
    } finally {
      server.close();
    }
  });
});

test("a file that was cut off or changed on its way is refused", async () => {
  const file = await backup();
  const whole = await readFile(file);
  await truncate(file, whole.byteLength - 100);
  await expect(verifyBackup(file)).rejects.toThrow("no readable backup");
  const changed = Buffer.from(whole);
  const at = changed.indexOf(SOUND);
  changed.writeUInt8(0, at);
  await writeFile(file, changed);
  await expect(verifyBackup(file)).rejects.toThrow(
    /damaged: storage\/.*checksum/,
  );
});

test("a snapshot that does not hold the last commit is refused", async () => {
  const files = new DiskFileStore(join(dataDir, "storage"));
  const source = {
    copyDatabase: async (file: string) => {
      new Storage({ path: file }).close();
      return { ts: TS };
    },
  };
  const file = join(directory, "copy.sqlite");
  await expect(Snapshot.take(source, files, file)).rejects.toThrow(
    "ends with commit 0 instead of 1700000000000000000",
  );
  expect(await readdir(directory)).toEqual(["data"]);
});
