import { createWriteStream } from "node:fs";
import { randomUUID } from "node:crypto";
import { link, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { syncDirectory } from "../storage/privateFile.ts";
import { codeOf } from "../storage/storageErrors.ts";
import { errorText } from "../log/errorText.ts";
import { BackupError } from "./backupError.ts";
import { type BackupContent, verifyBackup } from "./verifyBackup.ts";

export interface BackupSource {
  readonly url: string;
  readonly adminKey: string;
}

export interface FetchedBackup {
  readonly file: string;
  readonly sizeBytes: number;
  readonly content: BackupContent;
}

/**
 * Downloads a backup of everything on a running server. `target` is a new file, or
 * a folder in which to create one named after the time. The file gets its name only
 * when it is complete and `verifyBackup` found it whole; until then, each call has
 * a file of its own.
 * @throws BackupError if `target` is a file, another backup has taken the file's
 *   name meanwhile, or the backup fails
 */
export async function fetchBackup(
  { url, adminKey }: BackupSource,
  target: string,
): Promise<FetchedBackup> {
  const file = await fileFor(target);
  const response = await fetch(`${url}/api/backup`, {
    headers: { Authorization: `Convex ${adminKey}` },
  }).catch((error: unknown) => {
    throw new BackupError(
      `No server answers at ${url}: ${reasonOf(error)}. Backups are made from a running server.`,
    );
  });
  if (response.status !== 200 || response.body === null) {
    throw new BackupError(
      `The server at ${url} made no backup (${response.status}): ${await response.text()}`,
    );
  }
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    await pipeline(
      response.body,
      // The backup holds keys, so only the owner may read it. `flush` puts it
      // on disk before it is renamed.
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    const content = await verifyBackup(unfinished);
    await giveName(unfinished, file);
    await syncDirectory(dirname(file));
    return { file, sizeBytes: (await stat(file)).size, content };
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `The backup failed: ${reasonOf(error)}. See the server's log.`,
    );
  }
}

async function fileFor(target: string): Promise<string> {
  const found = await stat(target).catch(() => null);
  if (found === null) return target;
  if (!found.isDirectory()) {
    throw new BackupError(`${target} exists already.`);
  }
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const apart = randomUUID().slice(0, 8); // two backups may begin in the same millisecond
  return join(target, `backup-${time}-${apart}.zip`);
}

/**
 * Gives a complete file its name. A link fails if the name is taken, while a rename
 * would replace the existing file. Renames only where links are not possible,
 * because some file systems have none.
 */
async function giveName(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
    await rm(unfinished);
  } catch (error) {
    if (codeOf(error) === "EEXIST") {
      throw new BackupError(
        `This backup was not kept: another backup has written ${file} meanwhile.`,
      );
    }
    await rename(unfinished, file);
  }
}

function reasonOf(error: unknown): string {
  return errorText(error instanceof Error ? (error.cause ?? error) : error);
}
