import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { contentHash } from "./contentHash.ts";
import { StartError } from "./startError.ts";

const SOURCES = [
  "index.html",
  "src",
  "public",
  "convex/_generated",
  "convex/shared",
  "tools/site",
  "vite.config.ts",
  "package-lock.json",
];
const NOT_BUILT = /\.test\.tsx?$|\.tsbuildinfo$|^src\/testing\//;
const COMPRESSIBLE = new Set([".html", ".js", ".css", ".svg", ".json", ".txt"]);
const WORTH_COMPRESSING_BYTES = 1_000;
const KEPT_VERSIONS = 3;

export interface SiteOptions {
  /** The address used in link previews; null leaves out their absolute URLs. */
  readonly siteUrl: string | null;
  /** Whether browsers store the app, so that it starts without a connection. */
  readonly startsOffline: boolean;
}

export interface BuiltSite {
  readonly directory: string;
  /** False if an earlier start built it. */
  readonly isNew: boolean;
}

/**
 * Builds the site, unless it was already built from these sources with these
 * options.
 *
 * Each version gets its own folder, which appears only when it is complete. A
 * running server therefore keeps serving its files while the next version is
 * built. Deletes old versions, except for the directory `kept`.
 * @throws StartError if the build fails
 */
export async function buildSite(
  root: string,
  options: SiteOptions,
  kept: string | null,
): Promise<BuiltSite> {
  const sources = await contentHash(root, SOURCES, NOT_BUILT);
  const hash = createHash("sha256")
    .update(`${sources}\0${options.siteUrl ?? ""}\0${options.startsOffline}`)
    .digest("hex");
  const versions = join(root, "dist");
  const directory = join(versions, `site-${hash.slice(0, 16)}`);
  if (existsSync(directory)) return { directory, isNew: false };
  const unfinished = `${directory}.${process.pid}`;
  await requireWritable(versions);
  await runVite(root, unfinished, options);
  await compressFiles(unfinished);
  await rename(unfinished, directory).catch(async (error: unknown) => {
    // Another start has built the same sources in the meantime.
    if (!existsSync(directory)) throw error;
    await rm(unfinished, { recursive: true });
  });
  await removeOldVersions(versions, kept);
  return { directory, isNew: true };
}

/** @throws StartError if the folder for built sites cannot be written */
async function requireWritable(versions: string): Promise<void> {
  try {
    await mkdir(versions, { recursive: true });
    await access(versions, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The site is not built yet with these options, and ${versions} cannot be written. Run npm start once where it can; after that, a read-only checkout is enough.`,
      { cause: error },
    );
  }
}

async function removeOldVersions(
  versions: string,
  kept: string | null,
): Promise<void> {
  const names = (await readdir(versions)).filter((name) =>
    /^site-[0-9a-f]{16}$/.test(name),
  );
  const dated = await Promise.all(
    names.map(async (name) => ({
      path: join(versions, name),
      builtAt: (await stat(join(versions, name))).mtimeMs,
    })),
  );
  const old = dated
    .toSorted((a, b) => b.builtAt - a.builtAt)
    .slice(KEPT_VERSIONS);
  for (const { path } of old) {
    if (path !== kept) await rm(path, { recursive: true, force: true });
  }
}

async function runVite(
  root: string,
  outDir: string,
  { siteUrl, startsOffline }: SiteOptions,
): Promise<void> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = ["build", "--outDir", outDir, "--emptyOutDir"];
  const child = spawn(process.execPath, [vite, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // The site talks to its own origin, even if .env.local names another
    // backend.
    env: {
      ...process.env,
      VITE_CONVEX_URL: "",
      VITE_CONVEX_SITE_URL: "",
      SITE_URL: siteUrl ?? "",
      OFFLINE: startsOffline ? "on" : "off",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) {
    await rm(outDir, { recursive: true, force: true });
    throw new StartError(`The site cannot be built:\n${output}`);
  }
}

/**
 * Compresses each file once, so the server can send `.br` and `.gz` files
 * instead of compressing on every request.
 */
async function compressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_COMPRESSING_BYTES) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
