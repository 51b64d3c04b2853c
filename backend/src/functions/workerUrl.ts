/** URL of a worker's file: TypeScript beside TypeScript, JavaScript beside JavaScript. */
export function workerUrl(path: string, importerUrl: string): URL {
  const extension = importerUrl.endsWith(".ts") ? ".ts" : ".js";
  return new URL(path + extension, importerUrl);
}
