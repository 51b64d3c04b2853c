/**
 * Returns the URL of a worker's file: `.ts` when run from the sources, `.js`
 * when built.
 */
export function workerUrl(path: string, importerUrl: string): URL {
  const extension = importerUrl.endsWith(".ts") ? ".ts" : ".js";
  return new URL(path + extension, importerUrl);
}
