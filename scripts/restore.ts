/** `npm run restore -- <file> [--replace]`: makes the data directory (DATA_DIR) of a backup. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BackupError } from "../backend/src/transfer/fetchBackup.ts";
import { restoreBackup } from "../backend/src/transfer/restoreBackup.ts";
import { parseAppOptions } from "./appOptions.ts";
import { StartError } from "./startError.ts";

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [file] = positionals;
  if (file === undefined) {
    throw new BackupError("Usage: npm run restore -- <file> [--replace]");
  }
  const root = join(import.meta.dirname, "..");
  const { dataDir } = parseAppOptions(process.env, root).backend;
  const { replaced } = await restoreBackup(file, dataDir, {
    isReplacing: values.replace,
  });
  if (replaced !== null) console.log(`What was there is now in ${replaced}`);
  console.log(`Restored into ${dataDir}. Start the server as usual.`);
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof BackupError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
