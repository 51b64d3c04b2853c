/**
 * `npm run restore -- <file> [--replace]`: creates the data directory
 * (DATA_DIR) from a backup. With `--replace`, moves existing data aside first.
 * The server must be stopped.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BackupError, restoreBackup } from "gully-backend/backups";
import { isInWords } from "gully-backend/options";
import { parseAppOptions } from "../../launcher/appOptions.ts";
import { StartError } from "../../launcher/startError.ts";

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [file] = positionals;
  if (file === undefined) {
    throw new BackupError("Usage: npm run restore -- <file> [--replace]");
  }
  const root = join(import.meta.dirname, "../..");
  const { dataDir } = parseAppOptions(process.env, root).backend;
  const { replaced } = await restoreBackup(file, dataDir, {
    isReplacing: values.replace,
  });
  if (replaced !== null) console.log(`The previous data is now in ${replaced}`);
  console.log(`Restored into ${dataDir}. Start the server as usual.`);
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof BackupError ||
    error instanceof StartError ||
    isInWords(error);
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
