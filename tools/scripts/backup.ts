/**
 * `npm run backup -- <file or folder>`: writes a copy of all data of a running server, and checks
 * the copy. The data folder (DATA_DIR) says how to reach its server; if it does not, HOST and PORT
 * do. CONVEX_SELF_HOSTED_URL and CONVEX_SELF_HOSTED_ADMIN_KEY name another server.
 *
 * `npm run backup -- --verify <file>`: checks a backup that was made earlier.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  type BackupContent,
  BackupError,
  type BackupSource,
  fetchBackup,
  verifyBackup,
} from "gully-backend/backups";
import { parseAppOptions } from "../../launcher/appOptions.ts";
import { localUrl } from "../../launcher/backend.ts";
import { readTarget } from "../../launcher/convexCli.ts";
import { StartError } from "../../launcher/startError.ts";

async function main(): Promise<void> {
  const { target, isVerifying } = readArguments();
  if (isVerifying) {
    console.log(`${target} is whole: ${inWords(await verifyBackup(target))}.`);
    return;
  }
  const backup = await fetchBackup(await findServer(), target);
  const megabytes = (backup.sizeBytes / 1024 / 1024).toFixed(1);
  console.log(
    `Wrote and checked ${backup.file} (${megabytes} MiB): ${inWords(backup.content)}. It holds keys: keep it safe.`,
  );
}

function readArguments(): { target: string; isVerifying: boolean } {
  const usage =
    "Usage: npm run backup -- <file or folder>, or npm run backup -- --verify <file>";
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { verify: { type: "boolean", default: false } },
    });
    const [target, ...rest] = positionals;
    if (target !== undefined && rest.length === 0) {
      return { target, isVerifying: values.verify };
    }
  } catch {
    // The option is unknown. The usage lists the options that exist.
  }
  throw new BackupError(usage);
}

function inWords({ tables, rows, files }: BackupContent): string {
  return `${rows} rows in ${tables} tables, ${files} files`;
}

async function findServer(): Promise<BackupSource> {
  const { CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: key } =
    process.env;
  if (url !== undefined && key !== undefined) return { url, adminKey: key };
  const root = join(import.meta.dirname, "../..");
  const { dataDir, host, port } = parseAppOptions(process.env, root).backend;
  const target = await readTarget(dataDir);
  if (target !== null) return target;
  // A backend that was not started by `npm start` has left only its key.
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
