/**
 * Backs up a running server while it is being written to, and restores the
 * backup to another server.
 */
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
} from "vitest";
import { Storage } from "../src/storage/storage.ts";
import { fetchBackup } from "../src/transfer/fetchBackup.ts";
import { restoreBackup } from "../src/transfer/restoreBackup.ts";
import { CliApp, type CliResult, type Target } from "./support/cliApp.ts";
import { type SpawnedServer, spawnServer } from "./support/spawnServer.ts";

let directory: string;
let app: CliApp;
/** A data directory with the app pushed and a variable set. Servers use only copies of it. */
let deployed: string;
const running: SpawnedServer[] = [];

beforeAll(async () => {
  app = await CliApp.create();
  deployed = await mkdtemp(join(tmpdir(), "backup-deployed-"));
  const server = await startIn(deployed);
  await cli(server, "deploy", "--typecheck=disable", "--codegen=disable");
  await cli(server, "env", "set", "GREETING", "hello");
  await endAll();
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(deployed, { recursive: true, force: true });
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "backup-"));
});

afterEach(async () => {
  await endAll();
  await rm(directory, { recursive: true, force: true });
});

async function endAll(): Promise<void> {
  for (const server of running.splice(0)) await server.end("SIGTERM");
}

async function startIn(dataDir: string): Promise<Target> {
  const server = spawnServer({ dataDir, appRoot: app.directory });
  running.push(server);
  return server.ready;
}

const start = (name: string) => startIn(join(directory, name));

async function startDeployed(name: string): Promise<Target> {
  await cp(deployed, join(directory, name), { recursive: true });
  return await start(name);
}

async function cli(server: Target, ...args: string[]): Promise<CliResult> {
  const result = await app.run(args, server);
  if (result.code !== 0) throw new Error(result.stdout + result.stderr);
  return result;
}

/** Restores a backup, and returns the messages in it. */
async function messagesIn(file: string): Promise<string[]> {
  const restored = `${file}.restored`;
  await restoreBackup(file, restored, { isReplacing: false });
  const storage = new Storage({ path: join(restored, "database.sqlite") });
  const table = storage.tables().find(({ name }) => name === "messages");
  const rows = storage.documentsAfter(table?.number ?? 0, "", 1_000_000);
  storage.close();
  return rows.map(({ json }) => (JSON.parse(json) as { body: string }).body);
}

/** Starts a server that holds one message. */
async function startWithMessage(name: string): Promise<Target> {
  const server = await startDeployed(name);
  await call(server, "messages:send", { body: "kept" });
  return server;
}

async function call(server: Target, path: string, args: object) {
  const response = await fetch(`${server.url}/api/function`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Convex ${server.adminKey}`,
    },
    body: JSON.stringify({ path, args, format: "convex_encoded_json" }),
  });
  const text = await response.text();
  const { status, value } = JSON.parse(text) as {
    status: string;
    value: unknown;
  };
  if (status !== "success") throw new Error(text);
  return value;
}

test("restores documents, code, variables, packages and keys", async () => {
  const first = await startDeployed("first");
  await writeFile(join(directory, "first", "auth_keys.json"), '{"a":1}');
  let isDone = false;
  let sent = 0;
  const writing = (async () => {
    while (!isDone) {
      await call(first, "messages:send", { body: String(sent) });
      sent += 1;
    }
  })();
  while (sent < 5) await setTimeout(5);
  const sentBefore = sent;
  const { file } = await fetchBackup(first, directory);
  isDone = true;
  await writing;

  const second = join(directory, "second");
  await restoreBackup(file, second, { isReplacing: false });
  expect(await readdir(second)).toContain("auth_keys.json");
  const restored = await start("second");
  expect(restored.adminKey).toBe(first.adminKey);
  const bodies = (await call(restored, "messages:list", {})) as string[];
  expect(bodies.length).toBeGreaterThanOrEqual(sentBefore);
  expect(bodies).toEqual(bodies.map((_, index) => String(index)));
  expect(await call(restored, "mail:kind", {})).toBe("function");
  const { stdout } = await cli(restored, "env", "get", "GREETING");
  expect(stdout.trim()).toBe("hello");
  await expect(fetchBackup(first, file)).rejects.toThrow("exists already");
});

test("backups hold everything that was confirmed before, however traffic pauses", async () => {
  const first = await startDeployed("first");
  const confirmed: string[] = [];
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      const body = String(confirmed.length);
      await call(first, "messages:send", { body });
      confirmed.push(body);
      if (Math.random() < 0.3) await setTimeout(Math.random() * 30);
    }
  })();
  for (let n = 0; n < 12; n += 1) {
    await setTimeout(Math.random() * 20);
    const before = [...confirmed];
    const { file, content } = await fetchBackup(first, directory);
    expect(content.rows).toBeGreaterThanOrEqual(before.length);
    expect(await messagesIn(file)).toEqual(expect.arrayContaining(before));
  }
  isDone = true;
  await writing;
});

test("backups at the same time are whole, each in a file of its own", async () => {
  const first = await startWithMessage("first");
  const backups = join(directory, "backups");
  await mkdir(backups);
  const made = await Promise.all(
    [1, 2, 3, 4].map(() => fetchBackup(first, backups)),
  );
  const files = made.map(({ file }) => file);
  expect(new Set(files).size).toBe(4);
  expect((await readdir(backups)).length).toBe(4);
  for (const [n, file] of files.entries()) {
    const dataDir = join(directory, `restored${n}`);
    await restoreBackup(file, dataDir, { isReplacing: false });
    const restored = await start(`restored${n}`);
    expect(await call(restored, "messages:list", {})).toEqual(["kept"]);
  }
  expect(await readdir(join(directory, "first", "transfers"))).toEqual([]);
});

test("of two backups into one file, the later says that the file is there", async () => {
  const first = await startWithMessage("first");
  const backups = join(directory, "backups");
  await mkdir(backups);
  const file = join(backups, "one.zip");
  const results = await Promise.allSettled(
    [1, 2].map(() => fetchBackup(first, file)),
  );
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.map(({ reason }) => String(reason))).toEqual([
    expect.stringMatching(/another backup has written .*one\.zip meanwhile/),
  ]);
  expect(await readdir(backups)).toEqual(["one.zip"]);
  const restored = join(directory, "restored");
  await restoreBackup(file, restored, { isReplacing: false });
});

test("refuses to restore into a directory that is in use or has data", async () => {
  const server = await startWithMessage("first");
  const { file } = await fetchBackup(server, join(directory, "one.zip"));
  const dataDir = join(directory, "first");
  const restore = (isReplacing: boolean) =>
    restoreBackup(file, dataDir, { isReplacing });
  await expect(restore(true)).rejects.toThrow("A server is running on");

  await running.pop()?.end("SIGTERM");
  await expect(restore(false)).rejects.toThrow("holds data already");
  const { replaced } = await restore(true);
  expect(await readdir(replaced ?? "")).toContain("database.sqlite");
  await start("first");
});

test("a server that holds nothing yet makes no backup, and says so", async () => {
  const first = await start("first");
  const backups = join(directory, "backups");
  await mkdir(backups);
  await expect(fetchBackup(first, backups)).rejects.toThrow(
    "its database has no tables",
  );
  expect(await readdir(backups)).toEqual([]);
});

test("changes nothing if the file is not a backup", async () => {
  const file = join(directory, "no.zip");
  await writeFile(file, "not at all");
  const dataDir = join(directory, "empty");
  await expect(
    restoreBackup(file, dataDir, { isReplacing: false }),
  ).rejects.toThrow("no readable backup");
  expect(await readdir(dataDir)).toEqual([]);
  await expect(
    fetchBackup({ url: "http://127.0.0.1:1", adminKey: "" }, file + "2"),
  ).rejects.toThrow("No server answers");
});
