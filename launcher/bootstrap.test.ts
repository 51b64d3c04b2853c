import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Makes a clone of a project that needs one package, which is not installed. */
function makeClone() {
  const root = mkdtempSync(join(tmpdir(), "bootstrap-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  /**
   * Makes the project depend on a version of the package, from a file in the
   * clone or from the registry.
   */
  const wantPart = (version: string, from: "file" | "registry" = "file") => {
    const resolved = from === "file" ? packPart(root, version) : undefined;
    const dependencies = { part: resolved ?? version };
    const project = { name: "clone", version: "1.0.0", dependencies };
    const packages = {
      "": project,
      "node_modules/part": { version, resolved },
    };
    const lock = { ...project, lockfileVersion: 3, packages };
    writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
    writeFileSync(join(root, "package.json"), JSON.stringify(project));
  };
  wantPart("1.0.0");
  mkdirSync(join(root, "launcher"));
  const script = join(root, "launcher", "bootstrap.mjs");
  copyFileSync(join(import.meta.dirname, "bootstrap.mjs"), script);
  const run = (environment: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      encoding: "utf8",
      env: { ...process.env, CI: "true", ...environment },
    });
    return { status, output: stdout + stderr };
  };
  const putNode = (version: string) => {
    const node = join(root, "node_modules", ".bin", "node");
    mkdirSync(join(root, "node_modules", ".bin"), { recursive: true });
    writeFileSync(node, `#!/bin/sh\necho v${version}\n`);
    chmodSync(node, 0o755);
  };
  const part = join(root, "node_modules/part");
  const installedPart = () =>
    existsSync(part) &&
    (JSON.parse(readFileSync(join(part, "package.json"), "utf8")) as object);
  return { root, part, run, wantPart, installedPart, putNode };
}

/**
 * Packs a version of the package into a file of the clone. Returns the file's
 * address.
 */
function packPart(root: string, version: string): string {
  mkdirSync(join(root, "package"), { recursive: true });
  const file = JSON.stringify({ name: "part", version });
  writeFileSync(join(root, "package/package.json"), file);
  const name = `part-${version}.tgz`;
  const { status } = spawnSync("tar", ["-czf", name, "package"], { cwd: root });
  expect(status).toBe(0);
  return `file:${name}`;
}

test("installs on the first run and after a lock file change, and otherwise does nothing", () => {
  const { run, wantPart, installedPart } = makeClone();
  const first = run();
  expect(first).toMatchObject({ status: 0 });
  expect(first.output).toContain("Installing dependencies");
  expect(installedPart()).toMatchObject({ version: "1.0.0" });

  expect(run()).toEqual({ status: 0, output: "" });

  wantPart("2.0.0");
  expect(run().output).toContain("Installing dependencies");
  expect(installedPart()).toMatchObject({ version: "2.0.0" });
});

test("installs again where something went after an installation", () => {
  const { root, part, run, wantPart, installedPart } = makeClone();
  run();
  rmSync(part, { recursive: true });
  expect(run()).toMatchObject({ status: 0 });
  expect(installedPart()).toMatchObject({ version: "1.0.0" });

  // Somebody installs a newer version by hand; then the project goes back.
  wantPart("2.0.0");
  spawnSync("npm", ["install", "--no-audit"], { cwd: root });
  expect(installedPart()).toMatchObject({ version: "2.0.0" });
  wantPart("1.0.0");
  expect(run()).toMatchObject({ status: 0 });
  expect(installedPart()).toMatchObject({ version: "1.0.0" });

  // The machine lost power while npm was writing.
  writeFileSync(join(root, "node_modules/.package-lock.json"), '{"packag');
  expect(run().output).toContain("Installing dependencies");
  expect(run()).toEqual({ status: 0, output: "" });
});

test.each([
  ["NODE_ENV=production", { NODE_ENV: "production" }],
  ["npm's omit=dev", { npm_config_omit: "dev" }],
  ["npm's engine-strict on an old Node", { npm_config_engine_strict: "true" }],
  ["npm's global", { npm_config_global: "true" }],
  ["npm's dry-run", { npm_config_dry_run: "true" }],
])("%s leaves out no package that the start needs", (_, settings) => {
  const { root, run } = makeClone();
  mkdirSync(join(root, "vite"));
  const vite = { version: "1.0.0", engines: { node: ">=99" } };
  const file = JSON.stringify({ name: "vite", ...vite });
  writeFileSync(join(root, "vite/package.json"), file);
  const project = { name: "clone", version: "1.0.0" };
  const needed = { devDependencies: { vite: "file:vite" } };
  const packages = {
    "": { ...project, ...needed },
    "node_modules/vite": { resolved: "vite", link: true },
    vite: { ...vite, dev: true },
  };
  const lock = { ...project, lockfileVersion: 3, packages };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
  const described = { ...project, ...needed };
  writeFileSync(join(root, "package.json"), JSON.stringify(described));
  expect(run(settings)).toMatchObject({ status: 0 });
  expect(existsSync(join(root, "node_modules/vite/package.json"))).toBe(true);
});

test("the start installs by itself where npm's ignore-scripts skips what stands before it", () => {
  const { root, installedPart } = makeClone();
  const start = join(root, "launcher/main.mjs");
  copyFileSync(join(import.meta.dirname, "main.mjs"), start);
  writeFileSync(join(root, "launcher/start.ts"), 'console.log("Started");');
  const { status, stdout } = spawnSync(process.execPath, [start], {
    encoding: "utf8",
    env: { ...process.env, npm_config_ignore_scripts: "true" },
  });
  expect(stdout).toMatch(/Installing dependencies[^]*Started/);
  expect(status).toBe(0);
  expect(installedPart()).toMatchObject({ version: "1.0.0" });
});

test("names the registry that cannot be reached", () => {
  const { run, wantPart } = makeClone();
  wantPart("1.0.0", "registry");
  const { status, output } = run({
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_fetch_retries: "0",
  });
  expect(status).toBe(1);
  expect(output).toContain(
    "The npm registry (http://127.0.0.1:9/) cannot be reached.",
  );
});

test("refuses a Node that is too old and names the required version", () => {
  const { run, putNode } = makeClone();
  run();
  putNode("22.12.0");
  const { status, output } = run();
  expect(status).toBe(1);
  expect(output).toContain("Node 22.13 or newer is needed, this is 22.12.0.");
  putNode("22.13.0");
  expect(run()).toEqual({ status: 0, output: "" });
});
