import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
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
  "vite.config.ts",
  "package-lock.json",
];
const NOT_BUILT = /\.test\.tsx?$|\.tsbuildinfo$|^src\/testing\//;
const COMPRESSIBLE = new Set([".html", ".js", ".css", ".svg", ".json", ".txt"]);
const WORTH_COMPRESSING_BYTES = 1_000;

/** Builds the site into `dist/`, unless it is built from these very sources. */
export async function buildSite(root: string): Promise<boolean> {
  const dist = join(root, "dist");
  const stampFile = join(dist, ".sources");
  const hash = await contentHash(root, SOURCES, NOT_BUILT);
  if ((await readFile(stampFile, "utf8").catch(() => "")) === hash)
    return false;
  await runVite(root);
  await compressFiles(dist);
  await writeFile(stampFile, hash);
  return true;
}

async function runVite(root: string): Promise<void> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "build"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // The site talks to its own origin, whatever .env.local says of development.
    env: { ...process.env, VITE_CONVEX_URL: "" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new StartError(`The site cannot be built:\n${output}`);
}

/** Once here instead of at every request: the server sends `.br` and `.gz` files. */
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
