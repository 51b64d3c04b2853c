import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { syncDirectory } from "../storage/privateFile.ts";
import { errorText } from "../errorText.ts";

/** A failure to show to the operator without a stack trace. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export interface BackupSource {
  readonly url: string;
  readonly adminKey: string;
}

/**
 * Downloads a backup of everything on a running server. `target` is a new file,
 * or a folder in which to create one named after the time. The file gets its
 * name only when it is complete.
 * @throws BackupError if `target` is a file, or the backup fails
 */
export async function fetchBackup(
  { url, adminKey }: BackupSource,
  target: string,
): Promise<{ file: string; sizeBytes: number }> {
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
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(
      response.body,
      // The backup holds keys, so only the owner may read it. `flush` puts it
      // on disk before it is renamed.
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await rename(unfinished, file);
    await syncDirectory(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new BackupError(
      `The backup failed: ${reasonOf(error)}. See the server's log.`,
    );
  }
  return { file, sizeBytes: (await stat(file)).size };
}

async function fileFor(target: string): Promise<string> {
  const found = await stat(target).catch(() => null);
  if (found === null) return target;
  if (!found.isDirectory()) {
    throw new BackupError(`${target} exists already.`);
  }
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  return join(target, `backup-${time}.zip`);
}

function reasonOf(error: unknown): string {
  return errorText(error instanceof Error ? (error.cause ?? error) : error);
}
