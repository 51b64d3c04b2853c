/**
 * Tests the package that `npm pack` makes, installed as a user would have it:
 * JavaScript without sources.
 */
import { ConvexHttpClient } from "convex/browser";
import { execFile } from "node:child_process";
import {
  access,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mutation, query } from "./support/clients.ts";
import { ServerProcess } from "./support/serverProcess.ts";

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const PACKAGE_DIR = join(import.meta.dirname, "..");
let project: string;
let manifest: Manifest;
let command: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "backend-package-"));
  const installed = join(project, "node_modules/gully-backend");
  await mkdir(installed, { recursive: true });
  const pack = ["run", "package", "--", "--pack-destination", project];
  await run("npm", pack, { cwd: PACKAGE_DIR });
  const archive = join(project, "gully-backend-0.1.0.tgz");
  await run("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"]);
  manifest = JSON.parse(
    await readFile(join(installed, "package.json"), "utf8"),
  ) as Manifest;
  for (const name of Object.keys(manifest.dependencies)) await link(name);
  await link("@types/node");
  command = join(installed, manifest.bin["gully-backend"] ?? "");
});

afterAll(() => rm(project, { recursive: true, force: true }));

/**
 * Links a dependency of this repository, because downloading it again would
 * only test npm.
 */
async function link(name: string): Promise<void> {
  const places = [PACKAGE_DIR, join(PACKAGE_DIR, "..")].map((root) =>
    join(root, "node_modules", name),
  );
  for (const place of places) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const target = join(project, "node_modules", name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(place, target);
    return;
  }
  throw new Error(`${name} is not installed.`);
}

test("explains itself with --help", async () => {
  const { stdout } = await run(process.execPath, [command, "--help"]);
  expect(stdout).toContain("Usage: gully-backend [options]");
  expect(stdout).toContain("--data-dir");
});

test("exits with the reason on an invalid option", async () => {
  const wrong = run(process.execPath, [command, "--port", "many"]);
  await expect(wrong).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      "--port (PORT) must be a whole number",
    ) as string,
  });
});

test("exports the same names as the sources do in the checkout", async () => {
  const names = Object.keys(manifest.exports).map((path) =>
    path.replace(/^\./, "gully-backend"),
  );
  expect(names).toContain("gully-backend");
  const found = await exportsOf(names, project);
  expect(found).toEqual(await exportsOf(names, PACKAGE_DIR));
  expect(found["gully-backend"]).toContain("startServer");
});

/** Imports modules in a process of their own, as a program in `cwd` would. */
async function exportsOf(names: readonly string[], cwd: string) {
  const entries = names.map(
    (name) => `"${name}": Object.keys(await import("${name}"))`,
  );
  const script = `console.log(JSON.stringify({ ${entries.join(", ")} }))`;
  const flags = ["--input-type=module", "--eval", script];
  const { stdout } = await run(process.execPath, flags, { cwd });
  return JSON.parse(stdout) as Readonly<Record<string, readonly string[]>>;
}

test("starts a server in the program that imports it", async () => {
  const file = join(project, "program.js");
  await writeFile(
    file,
    `import { createLog, startServer } from "gully-backend";
     import { parseOptions } from "gully-backend/options";
     const options = parseOptions(["--data-dir", "data", "--port", "0"], {});
     const log = createLog("error", (line) => process.stderr.write(line));
     const server = await startServer(options, log);
     console.log((await fetch(server.url + "/healthz")).status);
     await server.close();`,
  );
  const { stdout } = await run(process.execPath, [file], { cwd: project });
  expect(stdout).toBe("200\n");
});

test("has types for what it exports", async () => {
  const file = join(project, "typed.mts");
  await writeFile(
    file,
    `import { createLog, type RunningServer, startServer } from "gully-backend";
     import { type Options, parseOptions } from "gully-backend/options";
     const options: Options | null = parseOptions([], {});
     if (options === null) throw new Error("help");
     const server: RunningServer = await startServer(options, createLog("error", () => {}));
     const port: number = server.port;
     // @ts-expect-error -- Not an any.
     const text: string = server.port;
     export { port, text };`,
  );
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const flags = "--noEmit --strict --module nodenext --target es2024 --types";
  const checked = run(
    process.execPath,
    [tsc, ...flags.split(" "), "node", file],
    { cwd: project },
  );
  // tsc prints what it finds to standard output, which the error leaves out.
  const output = await checked.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(output).toBe("");
});

test("cannot be packed from the sources by mistake", async () => {
  const pack = run("npm", ["pack", "--pack-destination", project], {
    cwd: PACKAGE_DIR,
  });
  await expect(pack).rejects.toMatchObject({
    stderr: expect.stringContaining("npm run package -w backend") as string,
  });
});

test("serves a deployed app and prints how to reach it", async () => {
  await using server = await ServerProcess.withApp({ main: command });
  expect(server.output).toContain(
    `export CONVEX_SELF_HOSTED_URL=${server.url}`,
  );
  expect(server.output).not.toContain(await server.adminKey());
  const client = new ConvexHttpClient(server.url);
  await client.mutation(mutation("counters:increment"), { name: "plays" });
  expect(await client.query(query("counters:get"), { name: "plays" })).toBe(1);
  const page = await fetch(`${server.url}/hello`);
  expect(await page.text()).toContain("hello");
});
