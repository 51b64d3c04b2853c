import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { errorText } from "../log/errorText.ts";
import { BackupError } from "./backupError.ts";

/** An entry of the ZIP file that has been read to its end. */
export interface ReadEntry {
  readonly sizeBytes: number;
  readonly sha256Hex: string;
}

/**
 * Reads every entry of a backup and compares it with its checksum in the ZIP file.
 * Writes the entries for which `isKept` returns true into `directory`. Returns all
 * entries by name.
 * @throws BackupError if the file is not a ZIP file or is damaged
 */
export async function unpackBackup(
  file: string,
  directory: string,
  isKept: (name: string) => boolean,
): Promise<Map<string, ReadEntry>> {
  const zip = await openPromise(file, {
    lazyEntries: true,
    autoClose: false,
  }).catch((error: unknown) => {
    throw new BackupError(`${file} is no readable backup: ${String(error)}`);
  });
  const entries = new Map<string, ReadEntry>();
  try {
    // yauzl rejects names that lead outside the directory.
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry;
      const target = isKept(name) ? join(directory, name) : null;
      entries.set(name, await readEntry(zip, entry, target));
    }
  } catch (error) {
    throw isDiskTrouble(error)
      ? error
      : new BackupError(`${file} is damaged: ${errorText(error)}`);
  } finally {
    zip.close();
  }
  return entries;
}

/** True for errors of the file system, such as a full disk. */
function isDiskTrouble(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

async function readEntry(
  zip: ZipFile,
  entry: Entry,
  target: string | null,
): Promise<ReadEntry> {
  if (target !== null) {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  }
  const hash = createHash("sha256");
  let checksum = 0;
  let sizeBytes = 0;
  await pipeline(
    await zip.openReadStreamPromise(entry),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        checksum = crc32(chunk, checksum);
        sizeBytes += chunk.byteLength;
        yield chunk;
      }
    },
    target === null
      ? new Writable({ write: (_chunk, _encoding, done) => done() })
      : createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }),
  );
  if (checksum !== entry.crc32) {
    throw new Error(`${entry.fileName} does not match its checksum.`);
  }
  return { sizeBytes, sha256Hex: hash.digest("hex") };
}
