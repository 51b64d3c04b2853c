/** What `npm pack` makes, installed as a stranger would have it: JavaScript, no sources. */
import { ConvexHttpClient } from "convex/browser";
import { execFile } from "node:child_process";
import {
  access,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mutation, query } from "./clients.ts";
import { ServerProcess } from "./serverProcess.ts";

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const packageDir = join(import.meta.dirname, "..");
let project: string;
let command: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "backend-package-"));
  const installed = join(project, "node_modules/gully-backend");
  await mkdir(installed, { recursive: true });
  await run("npm", ["pack", "--pack-destination", project], {
    cwd: packageDir,
  });
  const archive = join(project, "gully-backend-0.1.0.tgz");
  await run("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"]);
  const manifest = JSON.parse(
    await readFile(join(installed, "package.json"), "utf8"),
  ) as Manifest;
  for (const name of Object.keys(manifest.dependencies)) await link(name);
  command = join(installed, manifest.bin["gully-backend"] ?? "");
}, 120_000);

afterAll(() => rm(project, { recursive: true, force: true }));

/** The dependencies as they are here: fetching them again would test npm. */
async function link(name: string): Promise<void> {
  const places = [packageDir, join(packageDir, "..")].map((root) =>
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

test("the command explains itself", async () => {
  const { stdout } = await run(process.execPath, [command, "--help"]);
  expect(stdout).toContain("Usage: gully-backend [options]");
  expect(stdout).toContain("--data-dir");
});

test("a wrong option ends it with the reason", async () => {
  const wrong = run(process.execPath, [command, "--port", "many"]);
  await expect(wrong).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      "--port (PORT) must be a whole number",
    ) as string,
  });
});

test("it serves a deployed app, and says how to reach it", async () => {
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
