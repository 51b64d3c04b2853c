/**
 * Owns the bytes of stored files, one file per uuid in `storage/`. The database
 * rows (`registerFile`) say which of them belong to a document.
 *
 * A file appears under its name only when it is complete and synced:
 * 1. Write the bytes to `storage/tmp/<uuid>` and hash them.
 * 2. fsync, rename to `storage/<uuid>`, fsync the directory.
 * 3. The caller writes the row.
 *
 * A crash before step 3 leaves a file without a row. `sweep` moves it aside on
 * the next start.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  access,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  type FileHandle,
} from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FileStore } from "../runtime/contract/runtime.ts";
import { syncDirectory } from "../storage/privateFile.ts";

/** Name of the folder within a data directory. */
export const FILES_FOLDER = "storage";

/**
 * All files that are being written share these bytes of memory. Large batches
 * are faster, but a sender who stops leaves a batch in memory.
 */
const SHARED_BATCH_BYTES = 16 << 20;
const LEAST_BATCH_BYTES = 1 << 16;
const MOST_BATCH_BYTES = 1 << 20;

export interface WrittenFile {
  readonly uuid: string;
  readonly sha256Hex: string;
  readonly sizeBytes: number;
}

/** The files on disk at one point in time. */
export interface FilesPresent {
  readonly uuids: readonly string[];
  readonly unfinished: readonly string[];
}

/** Files without a row, and where they were moved. */
export interface OrphansAside {
  readonly count: number;
  /** Null if there were none. */
  readonly directory: string | null;
}

/**
 * Free space that files leave to the database and its log: this many bytes, or
 * a share of a small disk.
 */
const RESERVED_BYTES = 1 << 30;
const RESERVED_SHARE = 0.05;

/** The free and the whole space of a disk. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Has the same code as the error of a full disk. */
export class DiskReserveError extends Error {
  override readonly name = "DiskReserveError";
  readonly code = "ENOSPC";

  constructor() {
    super("The server's disk has too little free space left for more files.");
  }
}

export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
}

export class DiskFileStore implements FileStore {
  readonly #dir: string;
  readonly #temporaryDir: string;
  readonly #spaceOf: (directory: string) => Promise<DiskSpace>;
  #holders = 0;
  /** How many files are being written. */
  #writers = 0;
  /** Files to delete once every hold is released. */
  readonly #doomed = new Set<string>();

  constructor(dir: string, spaceOf = spaceOfDisk) {
    this.#dir = dir;
    this.#spaceOf = spaceOf;
    this.#temporaryDir = join(dir, "tmp");
  }

  /**
   * Creates the folders and lists the files already there, for `sweep`. Changes
   * nothing else: until the database is open, another process may own the
   * directory.
   */
  async prepare(): Promise<FilesPresent> {
    await mkdir(this.#temporaryDir, { recursive: true, mode: 0o700 });
    return {
      uuids: (await readdir(this.#dir)).filter(isUuid),
      unfinished: await readdir(this.#temporaryDir),
    };
  }

  /** Stores bytes under a new uuid. Durable once resolved. */
  write(bytes: Uint8Array): Promise<WrittenFile> {
    return this.writeStream(Readable.from([bytes]), bytes.byteLength);
  }

  /**
   * Stores a stream; durable once resolved. If the source fails, nothing is
   * left behind.
   * @throws FileTooLargeError as soon as more than `maxBytes` have arrived;
   * DiskReserveError if the disk is nearly full
   */
  async writeStream(
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
    uuid: string = randomUUID(),
  ): Promise<WrittenFile> {
    await this.#requireSpace();
    const temporary = join(this.#temporaryDir, uuid);
    const handle = await open(temporary, "wx", 0o600);
    this.#writers += 1;
    try {
      const batchBytes = () => this.#batchBytes();
      const written = await copy(source, handle, { maxBytes, batchBytes });
      await handle.sync();
      await handle.close();
      await rename(temporary, this.path(uuid));
      await syncDirectory(this.#dir);
      return { uuid, ...written };
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(temporary, { force: true });
      throw error;
    } finally {
      this.#writers -= 1;
    }
  }

  async #requireSpace(): Promise<void> {
    const { freeBytes, totalBytes } = await this.#spaceOf(this.#temporaryDir);
    const reserved = Math.min(RESERVED_BYTES, totalBytes * RESERVED_SHARE);
    if (freeBytes < reserved) throw new DiskReserveError();
  }

  /** Returns how much of a file is collected before it is written. */
  #batchBytes(): number {
    const share = SHARED_BATCH_BYTES / this.#writers;
    return Math.max(LEAST_BATCH_BYTES, Math.min(MOST_BATCH_BYTES, share));
  }

  /** Returns the bytes of a file, or null if it does not exist. */
  async read(uuid: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!isUuid(uuid)) return null;
    try {
      return await readFile(this.path(uuid));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /**
   * Deletes files, or postpones that while someone holds them. Missing files
   * are ignored.
   */
  async remove(uuids: readonly string[]): Promise<void> {
    for (const uuid of uuids.filter(isUuid)) {
      if (this.#holders > 0) this.#doomed.add(uuid);
      else await rm(this.path(uuid), { force: true });
    }
  }

  /**
   * Prevents files from being deleted until the returned function is called.
   */
  hold(): () => void {
    this.#holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      if (this.#holders > 0) return;
      const doomed = [...this.#doomed];
      this.#doomed.clear();
      // Files that cannot be removed now are swept on the next start.
      this.remove(doomed).catch(() => undefined);
    };
  }

  async has(uuid: string): Promise<boolean> {
    return await access(this.path(uuid)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Deletes unfinished uploads, and moves files without a row into a folder
   * named after the day. Only looks at files in `present`, since a newer file
   * may not have its row yet.
   *
   * Orphans are not deleted, because the database may have been restored from
   * an older backup.
   */
  async sweep(
    present: FilesPresent,
    knownUuids: Iterable<string>,
  ): Promise<OrphansAside> {
    for (const name of present.unfinished) {
      await rm(join(this.#temporaryDir, name), { force: true });
    }
    const known = new Set(knownUuids);
    const orphans = present.uuids.filter((uuid) => !known.has(uuid));
    if (orphans.length === 0) return { count: 0, directory: null };
    return await this.#moveAside(orphans);
  }

  async #moveAside(orphans: readonly string[]): Promise<OrphansAside> {
    const day = new Date().toISOString().slice(0, 10);
    const directory = join(this.#dir, `orphans-${day}`);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const uuid of orphans) {
      await rename(this.path(uuid), join(directory, uuid));
    }
    await syncDirectory(directory);
    await syncDirectory(this.#dir);
    return { count: orphans.length, directory };
  }

  /**
   * The path of a file. `uuid` must have passed `isUuid` if it comes from
   * outside.
   */
  path(uuid: string): string {
    return join(this.#dir, uuid);
  }
}

async function spaceOfDisk(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

async function copy(
  source: AsyncIterable<Uint8Array>,
  target: FileHandle,
  { maxBytes, batchBytes }: { maxBytes: number; batchBytes: () => number },
): Promise<Omit<WrittenFile, "uuid">> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let batch: Uint8Array[] = [];
  let collectedBytes = 0;
  let writing = Promise.resolve();
  for await (const chunk of source) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) {
      throw new FileTooLargeError(`A file may have at most ${maxBytes} bytes.`);
    }
    hash.update(chunk);
    batch.push(chunk);
    collectedBytes += chunk.byteLength;
    if (collectedBytes < batchBytes()) continue;
    await writing;
    writing = writeBatch(target, batch);
    // The next batch awaits this. Until then, avoid an unhandled rejection.
    writing.catch(() => undefined);
    batch = [];
    collectedBytes = 0;
  }
  await writing;
  await writeBatch(target, batch);
  return { sha256Hex: hash.digest("hex"), sizeBytes };
}

/**
 * Writes a batch in one call without copying, then whatever that call left
 * unwritten.
 */
async function writeBatch(
  target: FileHandle,
  batch: readonly Uint8Array[],
): Promise<void> {
  const { bytesWritten } = await target.writev([...batch]);
  const whole = batch.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  if (bytesWritten === whole) return;
  await writeAll(target, Buffer.concat(batch).subarray(bytesWritten));
}

/**
 * Writes all of `chunk`. A single write may be short, for example when the disk
 * is nearly full. Without `position`, writing continues at the file's current
 * position.
 */
export async function writeAll(
  target: FileHandle,
  chunk: Uint8Array,
  position: number | null = null,
): Promise<void> {
  let offset = 0;
  while (offset < chunk.byteLength) {
    const { bytesWritten } = await target.write(
      chunk,
      offset,
      chunk.byteLength - offset,
      position === null ? null : position + offset,
    );
    offset += bytesWritten;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
