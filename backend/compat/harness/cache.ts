/** Manages the folder that holds the published packages and the copied apps. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const home = join(import.meta.dirname, "..");
export const cacheDir = join(home, ".cache");
const stamp = join(cacheDir, "node_modules/.compat-stamp");

/**
 * Installs exactly what the lock file names, unless it is installed already.
 *
 * @throws Error if npm fails
 */
export async function installPackages(): Promise<void> {
  const lock = await readFile(join(home, "package-lock.json"), "utf8");
  if ((await readFile(stamp, "utf8").catch(() => null)) === lock) return;
  await mkdir(cacheDir, { recursive: true });
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
    await cp(join(home, file), join(cacheDir, file));
  }
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const npm = spawn("npm", ["ci", ...flags, "--loglevel=error"], {
    cwd: cacheDir,
    shell: process.platform === "win32",
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = (await once(npm, "close")) as [number | null];
  if (code !== 0) throw new Error(`npm ci failed with code ${code}.`);
  await writeFile(stamp, lock);
}

/**
 * Returns the versions pinned in package.json, keyed by the name after
 * `@convex-dev/`.
 */
export async function pinnedVersions(): Promise<Record<string, string>> {
  const text = await readFile(join(home, "package.json"), "utf8");
  const { dependencies } = JSON.parse(text) as {
    dependencies: Record<string, string>;
  };
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => [
      name.replace("@convex-dev/", ""),
      version.replace("npm:convex@", ""),
    ]),
  );
}

/**
 * Makes a fresh copy of an app where it can find the packages and the CLI may
 * write. Returns its path.
 */
export async function copyApp(name: string): Promise<string> {
  const target = join(cacheDir, "apps", name);
  await rm(target, { recursive: true, force: true });
  await cp(join(home, "apps", name), join(target, "convex"), {
    recursive: true,
  });
  const manifest = { name, private: true, type: "module" };
  const dependencies = { convex: "*" };
  const text = JSON.stringify({ ...manifest, dependencies });
  await writeFile(join(target, "package.json"), text);
  return target;
}
