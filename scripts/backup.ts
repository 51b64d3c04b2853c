/**
 * `npm run backup -- <file or folder>`: writes a copy of all data of a running
 * server. Finds the server through the same variables as `npm start` (DATA_DIR,
 * HOST, PORT), or through CONVEX_SELF_HOSTED_URL and
 * CONVEX_SELF_HOSTED_ADMIN_KEY.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  BackupError,
  type BackupSource,
  fetchBackup,
} from "gully-backend/backups";
import { parseAppOptions } from "../launcher/appOptions.ts";
import { localUrl } from "../launcher/backend.ts";
import { StartError } from "../launcher/startError.ts";

async function main(): Promise<void> {
  const [target] = process.argv.slice(2);
  if (target === undefined) {
    throw new BackupError("Usage: npm run backup -- <file or folder>");
  }
  const { file, sizeBytes } = await fetchBackup(await findServer(), target);
  const megabytes = (sizeBytes / 1024 / 1024).toFixed(1);
  console.log(`Wrote ${file} (${megabytes} MiB). It holds keys: keep it safe.`);
}

async function findServer(): Promise<BackupSource> {
  const { CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: key } =
    process.env;
  if (url !== undefined && key !== undefined) return { url, adminKey: key };
  const root = join(import.meta.dirname, "..");
  const { dataDir, host, port } = parseAppOptions(process.env, root).backend;
  const adminKey = await readFile(join(dataDir, "admin_key"), "utf8").catch(
    () => {
      throw new BackupError(
        `There is no server data in ${dataDir}. Set DATA_DIR to the server's folder.`,
      );
    },
  );
  return { url: localUrl(host, port), adminKey: adminKey.trim() };
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof BackupError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
