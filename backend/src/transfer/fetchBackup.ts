import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** What an operator is told without a stack. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export interface BackupSource {
  readonly url: string;
  readonly adminKey: string;
}

/**
 * Fetches a copy of everything that a running server has. `target` is a new file,
 * or a folder that gets one with the time in its name. It appears under its name
 * only when it is complete.
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
      `No server answers at ${url}: ${reasonOf(error)}. A backup is made of a running server.`,
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
      // It holds keys: for nobody else. On disk before it gets its name.
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new BackupError(
      `The backup was not completed: ${reasonOf(error)}. See the server's log.`,
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
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
