/**
 * The ZIP file of `npm run backup`: a whole data directory, as if copied while
 * the server was stopped.
 *
 *     backup.json                 identifies the file as a backup, counts rows
 *     database.sqlite             documents, jobs, variables, deployments
 *     storage/<uuid>              stored files that the database names
 *     modules/<id>/...            the deployed code
 *     admin_key, ...              other top-level files, such as app keys
 */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import { DEPLOYMENT_KEY } from "../runtime/executor/records/deploymentSettings.ts";
import type { Deployment } from "../runtime/contract/runtime.ts";
import { DATABASE_FILE } from "../storage/sqlite.ts";
import { documentTexts, toFileRow } from "./exportZip.ts";
import type { CleanCopy } from "./cleanCopies.ts";
import type { Snapshot } from "./snapshot.ts";
import type { TableRows } from "./tableRows.ts";
import { fileContent, type ZipContent } from "./zipWriter.ts";

export const BACKUP_KIND = "gully-backend backup";
export const MANIFEST_FILE = "backup.json";

/** Content of `backup.json`: says what the rest of the backup must hold. */
export interface BackupManifest {
  readonly kind: typeof BACKUP_KIND;
  readonly version: number;
  /** Timestamp of the last commit in the database, in nanoseconds, as text. */
  readonly ts: string;
  /** The number of rows of each table. Missing in version 1. */
  readonly tables?: readonly TableRows[];
}

/**
 * Yields the entries of a backup, the database last. Closes `snapshot.storage`.
 */
export async function* backupEntries(
  snapshot: Snapshot<CleanCopy>,
  files: Pick<DiskFileStore, "path">,
  dataDir: string,
): AsyncGenerator<ZipContent> {
  const { storage, copy } = snapshot;
  const manifest: BackupManifest = {
    kind: BACKUP_KIND,
    version: 2,
    ts: String(copy.ts),
    tables: copy.tables,
  };
  yield { name: MANIFEST_FILE, content: `${JSON.stringify(manifest)}\n` };
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith(DATABASE_FILE)) continue;
    yield { name: entry.name, content: fileContent(join(dataDir, entry.name)) };
  }
  yield* moduleEntries(snapshot, dataDir);
  const tables = storage.tables().filter(({ name }) => name === "_files");
  for (const table of tables) {
    for await (const texts of documentTexts(storage, table)) {
      for (const { uuid } of texts.map(toFileRow)) {
        yield {
          name: `storage/${uuid}`,
          content: fileContent(files.path(uuid)),
          isStored: true,
        };
      }
    }
  }
  // Last, because the entries above read from this copy.
  storage.close();
  yield { name: DATABASE_FILE, content: fileContent(snapshot.file) };
}

/**
 * Yields the deployed code without links to packages, which a server creates
 * again.
 */
async function* moduleEntries(
  { storage }: Snapshot<CleanCopy>,
  dataDir: string,
): AsyncGenerator<ZipContent> {
  const text = storage.setting(DEPLOYMENT_KEY);
  if (text === null) return;
  // Only `writeDeployment` writes this key, so this is a deployment.
  const name = basename((JSON.parse(text) as Deployment).root);
  const root = join(dataDir, "modules", name);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(root.length + 1).replaceAll("\\", "/");
    yield { name: `modules/${name}/${path}`, content: fileContent(file) };
  }
}
