import { Worker, type WorkerOptions } from "node:worker_threads";
import { setFlagsFromString } from "node:v8";
import "./steadyWrappers.ts";

/**
 * Bundles of modules that import WebAssembly decode it with
 * `Uint8Array.fromBase64`, which Node 24 has behind a flag and Node 22 lacks.
 */
const [nodeVersion] = process.versions.node.split(".").map(Number);
if (nodeVersion === 24) setFlagsFromString("--js-base-64");

/** Plain JavaScript, because a TypeScript file would load the type stripper first. */
const WITH_COMPILE_CACHE = `
import { chmodSync } from "node:fs";
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from "node:module";
const [file, cacheDir] = process.argv.slice(-2);
enableCompileCache(cacheDir);
// Other users could read the folder that Node makes for this user.
try { chmodSync(getCompileCacheDir() ?? "", 0o700); } catch {}
await import(file);
// A worker that is terminated would not write the cache.
flushCompileCache();
`;

/** A data URL, because Node ignores `--import` in workers that evaluate a text. */
const CACHED_ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(WITH_COMPILE_CACHE)}`,
);

/**
 * Starts a worker. The whole process changes to UTC, in which functions run: a
 * worker cannot have a time zone of its own. If `NODE_COMPILE_CACHE` names a
 * folder, the worker keeps its compiled modules there and starts in a third of the
 * time: Node itself uses that folder in the main thread only.
 */
export function startWorker(file: URL, options: WorkerOptions): Worker {
  process.env.TZ = "UTC";
  const cacheDir = process.env.NODE_COMPILE_CACHE;
  if (!cacheDir) return new Worker(file, options);
  const argv = [file.href, cacheDir];
  return new Worker(CACHED_ENTRY, { ...options, argv });
}
