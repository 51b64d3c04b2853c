/** Makes a backup of a running app, and searches the backup and the stored files. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fetchBackup } from "gully-backend/backups";
import type { RunningApp } from "./app.ts";

const run = promisify(execFile);

export const hashOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Reads the admin key, with which operators call internal functions. */
export const adminKeyOf = async (app: RunningApp): Promise<string> =>
  (await readFile(join(app.dataDir, "admin_key"), "utf8")).trim();

/**
 * Makes a fresh backup and returns the entries that contain one of the texts,
 * or are a file with one of the hashes.
 */
export async function searchBackup(
  app: RunningApp,
  texts: readonly string[],
  hashes: readonly string[],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "gully-backup-"));
  try {
    const source = { url: app.url, adminKey: await adminKeyOf(app) };
    const { file } = await fetchBackup(source, join(folder, "backup.zip"));
    await run("unzip", ["-q", file, "-d", join(folder, "unzipped")]);
    return await searchFolder(join(folder, "unzipped"), texts, hashes);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the files in a folder that contain a text or have a hash. */
export async function searchFolder(
  folder: string,
  texts: readonly string[],
  hashes: readonly string[] = [],
): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const text = bytes.toString("latin1");
    const hits = texts.filter((one) => text.includes(one));
    if (hashes.includes(hashOf(bytes))) hits.push("its bytes");
    if (hits.length > 0)
      found.push(`${path.slice(folder.length)}: ${hits.join()}`);
  }
  return found;
}

/** Calls an internal function as an operator does. */
export async function runAsOperator(
  app: RunningApp,
  path: string,
  args: object,
): Promise<unknown> {
  const response = await fetch(`${app.url}/api/mutation`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Convex ${await adminKeyOf(app)}`,
    },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  const answer = (await response.json()) as { status: string; value: unknown }; // the format of the HTTP API
  if (answer.status !== "success") throw new Error(JSON.stringify(answer));
  return answer.value;
}
