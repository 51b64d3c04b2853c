/** A copy of a running server, taken while it is written to, makes another server. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseOptions } from "../src/options.ts";
import { type RunningServer, startServer } from "../src/server.ts";
import { fetchBackup } from "../src/transfer/fetchBackup.ts";
import { restoreBackup } from "../src/transfer/restoreBackup.ts";
import { CliApp, type CliResult } from "./cliApp.ts";

let directory: string;
let app: CliApp;
const running: RunningServer[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "backup-"));
  app = await CliApp.create();
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  await app[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

async function start(name: string): Promise<RunningServer> {
  const options = parseOptions([], {
    PORT: "0",
    DATA_DIR: join(directory, name),
    APP_ROOT: app.directory,
  });
  if (options === null) throw new Error("Not asked for help.");
  const server = await startServer(options, () => undefined);
  running.push(server);
  return server;
}

async function cli(
  server: RunningServer,
  ...args: string[]
): Promise<CliResult> {
  const url = `http://127.0.0.1:${server.port}`;
  const result = await app.run(args, { url, adminKey: server.adminKey });
  if (result.code !== 0) throw new Error(result.stdout + result.stderr);
  return result;
}

async function call(server: RunningServer, path: string, args: object) {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/function`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Convex ${server.adminKey}`,
    },
    body: JSON.stringify({ path, args, format: "convex_encoded_json" }),
  });
  const { value } = (await response.json()) as { value: unknown };
  return value;
}

test("what is restored runs as before: documents, code, variables, packages, keys", async () => {
  const first = await start("first");
  await cli(first, "deploy", "--typecheck=disable", "--codegen=disable");
  await cli(first, "env", "set", "GREETING", "hello");
  await writeFile(join(directory, "first", "auth_keys.json"), '{"a":1}');
  let isDone = false;
  let sent = 0;
  const writing = (async () => {
    while (!isDone) {
      await call(first, "messages:send", { body: String(sent) });
      sent += 1;
    }
  })();
  while (sent < 5) await new Promise((resolve) => setTimeout(resolve, 5));
  const sentBefore = sent;
  const source = {
    url: `http://127.0.0.1:${first.port}`,
    adminKey: first.adminKey,
  };
  const { file } = await fetchBackup(source, directory);
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
  await expect(fetchBackup(source, file)).rejects.toThrow("exists already");
});

test("a directory in use, or one with data, is not overwritten", async () => {
  const server = await start("first");
  const url = `http://127.0.0.1:${server.port}`;
  const { file } = await fetchBackup(
    { url, adminKey: server.adminKey },
    join(directory, "one.zip"),
  );
  const dataDir = join(directory, "first");
  const restore = (isReplacing: boolean) =>
    restoreBackup(file, dataDir, { isReplacing });
  await expect(restore(true)).rejects.toThrow("A server is running on");

  await running.pop()?.close();
  await expect(restore(false)).rejects.toThrow("holds data already");
  const { replaced } = await restore(true);
  expect(await readdir(replaced ?? "")).toContain("database.sqlite");
  await start("first");
});

test("what is no backup changes nothing", async () => {
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
