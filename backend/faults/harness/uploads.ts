import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "../../src/files/diskFileStore.ts";
import type { FaultServer } from "./faultServer.ts";

/**
 * Uploads a file with a new token and returns the HTTP status. Rejects if the
 * token cannot be created, which needs a write; a full disk may refuse that.
 */
export async function upload(
  server: FaultServer,
  body: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const url = await server.mutation<string>("files:generateUploadUrl", {});
  const response = await fetch(url, { method: "POST", body });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Invariant 10: no file without a row, no row without a file, no partial
 * upload. Returns the violations.
 */
export async function orphansOf(server: FaultServer): Promise<string[]> {
  const dir = join(server.dataDir, "storage");
  const files = (await readdir(dir)).filter(isUuid).length;
  const unfinished = (await readdir(join(dir, "tmp"))).length;
  const rows = await server.query<number>("files:count", {});
  const found: string[] = [];
  if (files !== rows) found.push(`10: ${files} files, ${rows} rows`);
  if (unfinished > 0) found.push(`10: ${unfinished} unfinished uploads stay`);
  return found;
}
