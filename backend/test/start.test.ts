/** Tests how the server starts on a damaged or incomplete data directory. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import {
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  truncate,
  unlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
} from "vitest";
import { FILES_FOLDER } from "../src/files/diskFileStore.ts";
import { ServerProcess } from "./support/serverProcess.ts";
import { spawnServer } from "./support/spawnServer.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

let template: string;
let dir: string;

/** Prepares the data directory of a server with an app. */
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), "start-template-"));
  await using server = await ServerProcess.withApp();
  await server.stop();
  await cp(server.dataDir, template, { recursive: true });
});

afterAll(() => rm(template, { recursive: true }));

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "start-"));
  await cp(template, dir, { recursive: true });
});

afterEach(() => rm(dir, { recursive: true, force: true }));

interface Started {
  /** null if it became ready and was then stopped. */
  readonly code: number | null;
  readonly output: string;
}

/**
 * Starts a server with its supervisor and waits until it is ready or has
 * exited.
 */
async function start(
  settings: { env?: Record<string, string>; uid?: number } = {},
): Promise<Started> {
  const server = spawnServer({
    dataDir: dir,
    appRoot: join(import.meta.dirname, "app"),
    ...settings,
    env: { SUPERVISE: "true", ...settings.env },
  });
  const isReady = await server.ready.then(
    () => true,
    () => false,
  );
  if (isReady) await server.end("SIGTERM");
  const { code } = await server.closed;
  return { code: isReady ? null : code, output: server.output() };
}

/**
 * Expects that the server exited with these texts and without a stack trace.
 */
function expectWords({ code, output }: Started, ...texts: readonly string[]) {
  for (const text of texts) expect(output).toContain(text);
  expect(output).not.toMatch(/^ {4}at /m);
  expect(code).toBe(1);
}

async function storeFile(): Promise<string> {
  const uuid = randomUUID();
  await writeFile(join(dir, FILES_FOLDER, uuid), "beat");
  return uuid;
}

async function storedNames(): Promise<string[]> {
  const names = await readdir(join(dir, FILES_FOLDER), { recursive: true });
  return names.filter((name) => name !== "tmp").sort();
}

const database = () => join(dir, "database.sqlite");

test("refuses to start without the database and keeps stored files", async () => {
  const uuid = await storeFile();
  await rm(database());
  expectWords(await start(), "missing or empty", "npm run restore");
  expect(existsSync(database())).toBe(false);
  expect(await storedNames()).toEqual([uuid]);
});

test("refuses to start with an empty database and keeps stored files", async () => {
  const uuid = await storeFile();
  await truncate(database(), 0);
  expectWords(await start(), "missing or empty", "npm run restore");
  expect(await storedNames()).toEqual([uuid]);
});

test("refuses to start if only the database's log is left, and keeps it", async () => {
  await rm(database());
  await writeFile(`${database()}-wal`, "commits");
  expectWords(await start(), "database.sqlite-wal", "npm run restore");
  expect(await readFile(`${database()}-wal`, "utf8")).toBe("commits");
});

test("creates a database in an empty directory", async () => {
  await rm(dir, { recursive: true });
  expect((await start()).code).toBeNull();
});

test("moves orphaned files aside and says so", async () => {
  const uuid = await storeFile();
  const { code, output } = await start();
  expect(code).toBeNull();
  const stored = await storedNames();
  const [aside = ""] = stored;
  expect(aside).toMatch(/^orphans-\d{4}-\d\d-\d\d$/);
  expect(stored).toEqual([aside, join(aside, uuid)]);
  expect(output).toContain(`moved to ${join(dir, FILES_FOLDER, aside)}`);
});

test("refuses to start with an empty admin key", async () => {
  await truncate(join(dir, "admin_key"), 0);
  expectWords(await start(), "admin_key", "remove the file");
  await rm(join(dir, "admin_key"));
  expect((await start()).code).toBeNull();
});

test("refuses a damaged database with an explanation and leaves it unchanged", async () => {
  const bytes = Buffer.alloc(20_000, "beats and verses ");
  await writeFile(database(), bytes);
  expectWords(await start(), "damaged", "npm run restore");
  expect(await readFile(database())).toEqual(bytes);
});

test("refuses a database with torn pages with an explanation", async () => {
  const { length } = await readFile(database());
  const handle = await open(database(), "r+");
  await handle.write(
    Buffer.alloc(length - 4_096, 0xa5),
    0,
    length - 4_096,
    4_096,
  );
  await handle.close();
  expectWords(await start(), "damaged", "npm run restore");
});

test("refuses a database of a newer version with an explanation", async () => {
  const sqlite = new Sqlite(database());
  sqlite.exec("UPDATE meta SET value = '999' WHERE key = 'format'");
  sqlite.close();
  expectWords(await start(), "format 999", "Start the version that wrote it");
});

test("refuses a database that another process has open with an explanation", async () => {
  const sqlite = new Sqlite(database());
  sqlite.pragma("locking_mode = EXCLUSIVE");
  sqlite.exec("BEGIN EXCLUSIVE; COMMIT");
  try {
    expectWords(await start(), "locked", "another DATA_DIR");
  } finally {
    sqlite.close();
  }
});

test.each(["admin_key", "database.sqlite"])(
  "explains a folder in place of %s",
  async (name) => {
    await rm(join(dir, name), { force: true });
    await mkdir(join(dir, name));
    expectWords(await start(), join(dir, name), "is a folder", "elsewhere");
  },
);

test.each(["storage", "modules"])(
  "explains a file in place of %s",
  async (name) => {
    await rm(join(dir, name), { recursive: true });
    await writeFile(join(dir, name), "");
    expectWords(await start(), join(dir, name), "is a file", "elsewhere");
  },
);

test("explains a file in place of the data directory", async () => {
  await rm(dir, { recursive: true });
  await writeFile(dir, "");
  expectWords(await start(), dir, "is a file", "DATA_DIR");
  expectWords(
    await start({ env: { DATA_DIR: join(dir, "below") } }),
    join(dir, "below"),
    "DATA_DIR",
  );
});

test("suggests a free port if the port is in use", async () => {
  const holder = createServer();
  const port = await new Promise<number>((resolve) =>
    holder.listen(0, "127.0.0.1", () => {
      const address = holder.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    }),
  );
  try {
    expectWords(
      await start({ env: { PORT: String(port) } }),
      `Port ${port} is in use`,
      `PORT=${port + 1}`,
    );
  } finally {
    holder.close();
  }
});

test("explains an address of another machine", async () => {
  expectWords(await start({ env: { HOST: "192.0.2.1" } }), "Set HOST and PORT");
});

test("makes everything in the directory private to its owner", async () => {
  await storeFile();
  for (const { path, isFolder } of everythingIn(dir)) {
    chmodSync(path, isFolder ? 0o755 : 0o644);
  }
  expect((await start()).code).toBeNull();
  expect(openToOthers()).toEqual([]);
});

test("creates a directory that is private to its owner", async () => {
  await rm(dir, { recursive: true });
  // Some systems have a permissive mask.
  const mask = process.umask(0o000);
  try {
    expect((await start()).code).toBeNull();
  } finally {
    process.umask(mask);
  }
  expect(openToOthers()).toEqual([]);
});

function openToOthers(): string[] {
  return everythingIn(dir)
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ path }) => path);
}

interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly isFolder: boolean;
}

/**
 * Returns the folder and everything in it. Skips links, because they lead
 * elsewhere.
 */
function everythingIn(path: string): Entry[] {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return [];
  const isFolder = found.isDirectory();
  const names = isFolder ? readdirSync(path) : [];
  return [
    { path, mode: found.mode, isFolder },
    ...names.flatMap((name) => everythingIn(join(path, name))),
  ];
}

test.runIf(isRoot)(
  "explains a folder that belongs to another user",
  async () => {
    expectWords(await start({ uid: NOBODY }), dir, "sudo chown -R", "EACCES");
  },
);

/**
 * Runs `work` with a small file system mounted on the data directory. Fails if
 * mounting is not allowed.
 */
async function onTmpfs(options: string, work: () => Promise<void>) {
  const mounted = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    options,
    "tmpfs",
    dir,
  ]);
  expect(mounted.stderr.toString()).toBe("");
  try {
    await work();
  } finally {
    spawnSync("umount", [dir]);
  }
}

test.runIf(isRoot)("explains a read-only folder", async () => {
  await onTmpfs("size=1m", async () => {
    spawnSync("mount", ["-o", "remount,ro", dir]);
    expectWords(await start(), "only be read", "DATA_DIR");
  });
});

/**
 * A first start on a full disk may leave anything behind. The next start, with
 * space, must succeed, and no key may be empty.
 */
test.runIf(isRoot).each([0, 4, 16, 48])(
  "explains a full disk with %i free pages on first start, and starts later",
  async (pages) => {
    await onTmpfs("size=512k", async () => {
      const filler = join(dir, "filler");
      await fillUp(filler, pages);
      const first = await start();
      if (pages === 0 || first.code !== null)
        expectWords(first, "disk is full");
      const key = join(dir, "admin_key");
      if (existsSync(key)) {
        expect(await readFile(key, "utf8")).toMatch(
          /^embedded\|[0-9a-f]{64}\n$/,
        );
      }
      await unlink(filler);
      expect((await start()).code).toBeNull();
    });
  },
);

/** Fills the disk to the last byte, then frees some pages. */
async function fillUp(file: string, pages: number): Promise<void> {
  const handle = await open(file, "w");
  let size = 0;
  for (let isFull = false; !isFull;) {
    try {
      size += (await handle.write(Buffer.alloc(4_096, 1))).bytesWritten;
    } catch {
      isFull = true;
    }
  }
  await handle.truncate(Math.max(0, size - pages * 4_096));
  await handle.close();
}
