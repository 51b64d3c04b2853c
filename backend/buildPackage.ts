/**
 * `npm run build -w backend`: makes the published package in `dist/`. Node
 * strips types everywhere but below node_modules, so the checkout runs its
 * sources and the package holds JavaScript with type declarations.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ROOT = import.meta.dirname;
const PACKAGE = join(ROOT, "dist");
/** Fields of the manifest that only the checkout needs. */
const CHECKOUT_ONLY = ["private", "scripts"];
const SOURCE = /"(\.\/)?src\/([^"]+)\.ts"/g;

function main(): void {
  rmSync(PACKAGE, { recursive: true, force: true });
  compile();
  for (const file of ["LICENSE", "README.md"]) {
    copyFileSync(join(ROOT, file), join(PACKAGE, file));
  }
  const manifest = readFileSync(join(ROOT, "package.json"), "utf8");
  writeFileSync(join(PACKAGE, "package.json"), publishedManifest(manifest));
}

function compile(): void {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
    cwd: ROOT,
    stdio: "inherit",
  });
}

/** Returns the manifest with paths of compiled files in place of sources. */
function publishedManifest(manifest: string): string {
  const fields = Object.entries(JSON.parse(manifest) as object);
  const kept = fields.filter(([name]) => !CHECKOUT_ONLY.includes(name));
  const text = JSON.stringify(Object.fromEntries(kept), null, 2);
  return `${text.replaceAll(SOURCE, '"$1$2.js"')}\n`;
}

main();
