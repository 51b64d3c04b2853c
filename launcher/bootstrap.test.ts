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

/**
 * Makes a clone of a project with these dependencies, none of them installed.
 */
function makeClone(dependencies: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), "bootstrap-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const project = { name: "clone", version: "1.0.0", dependencies };
  const modules = Object.entries(dependencies).map(
    ([name, version]) => [`node_modules/${name}`, { version }] as const,
  );
  const writeLock = (version: string) => {
    const packages = new Map<string, object>([
      ["", { ...project, version }],
      ...modules,
    ]);
    const lock = {
      ...project,
      version,
      lockfileVersion: 3,
      packages: Object.fromEntries(packages),
    };
    writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
    const text = JSON.stringify({ ...project, version });
    writeFileSync(join(root, "package.json"), text);
  };
  writeLock("1.0.0");
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
  return { root, run, writeLock, putNode };
}

test("installs on the first run and after a lock file change, and otherwise does nothing", () => {
  const { root, run, writeLock } = makeClone();
  const first = run();
  expect(first).toMatchObject({ status: 0 });
  expect(first.output).toContain("Installing dependencies");
  expect(existsSync(join(root, "node_modules", ".bootstrap-stamp"))).toBe(true);

  expect(run()).toEqual({ status: 0, output: "" });

  writeLock("2.0.0");
  rmSync(join(root, "node_modules", ".package-lock.json"), { force: true });
  expect(run().output).toContain("Installing dependencies");
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
  const { root } = makeClone();
  const start = join(root, "launcher/main.mjs");
  copyFileSync(join(import.meta.dirname, "main.mjs"), start);
  writeFileSync(join(root, "launcher/start.ts"), 'console.log("Started");');
  const { status, stdout } = spawnSync(process.execPath, [start], {
    encoding: "utf8",
    env: { ...process.env, npm_config_ignore_scripts: "true" },
  });
  expect(stdout).toMatch(/Installing dependencies[^]*Started/);
  expect(status).toBe(0);
  expect(existsSync(join(root, "node_modules/.bootstrap-stamp"))).toBe(true);
});

test("installs again where an earlier version left a stamp but not all packages", () => {
  const { root, run } = makeClone();
  run();
  const stamp = join(root, "node_modules", ".bootstrap-stamp");
  const [, hash = ""] = readFileSync(stamp, "utf8").split(" ");
  writeFileSync(stamp, hash);
  rmSync(join(root, "node_modules", ".package-lock.json"), { force: true });
  expect(run().output).toContain("Installing dependencies");
});

test("names the registry that cannot be reached", () => {
  const { run } = makeClone({ "left-pad": "1.3.0" });
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
