/**
 * `npm run backup -- <file or folder>`: a copy of everything that a running
 * server has. Which server: as `npm start` is told it (DATA_DIR, HOST, PORT), or
 * CONVEX_SELF_HOSTED_URL with CONVEX_SELF_HOSTED_ADMIN_KEY.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  BackupError,
  type BackupSource,
  fetchBackup,
} from "../backend/src/transfer/fetchBackup.ts";
import { parseAppOptions } from "./appOptions.ts";
import { localUrl } from "./backend.ts";
import { StartError } from "./startError.ts";

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
        `There is no server's data in ${dataDir}. Set DATA_DIR as for the server.`,
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
