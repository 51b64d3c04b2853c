/**
 * Owns the bytes of stored files, one file per uuid below `storage/`. It does not
 * know which of them belong to a document: the rows do (`registerFile`).
 *
 * A file appears under its name only when it is complete and synced:
 *   1. bytes go to `storage/tmp/<uuid>`, hashed on the way;
 *   2. fsync, rename to `storage/<uuid>`, fsync of the directory;
 *   3. the caller makes the row.
 * A crash before 3 leaves a file without a row, which `sweep` removes at start.
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
  type FileHandle,
} from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FileStore } from "../functions/contract.ts";

const WRITTEN_AT_ONCE_BYTES = 1 << 20;

export interface WrittenFile {
  readonly uuid: string;
  readonly sha256Hex: string;
  readonly sizeBytes: number;
}

export interface FilesPresent {
  readonly uuids: readonly string[];
  readonly unfinished: readonly string[];
}

export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
}

export class DiskFileStore implements FileStore {
  readonly #dir: string;
  readonly #temporaryDir: string;
  #holders = 0;
  /** Removed once nobody holds. */
  readonly #doomed = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
    this.#temporaryDir = join(dir, "tmp");
  }

  /**
   * What is there before anything can be stored, for `sweep`. It changes nothing:
   * until the database is open, another process may own the directory.
   */
  async prepare(): Promise<FilesPresent> {
    await mkdir(this.#temporaryDir, { recursive: true });
    return {
      uuids: (await readdir(this.#dir)).filter(isUuid),
      unfinished: await readdir(this.#temporaryDir),
    };
  }

  write(bytes: Uint8Array): Promise<WrittenFile> {
    return this.writeStream(Readable.from([bytes]), bytes.byteLength);
  }

  /**
   * A source that fails or is cut leaves nothing behind.
   * @throws FileTooLargeError as soon as more than `maxBytes` have come.
   */
  async writeStream(
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
    uuid: string = randomUUID(),
  ): Promise<WrittenFile> {
    const temporary = join(this.#temporaryDir, uuid);
    const handle = await open(temporary, "wx", 0o600);
    try {
      const written = await copy(source, handle, maxBytes);
      await handle.sync();
      await handle.close();
      await rename(temporary, this.path(uuid));
      await syncDirectory(this.#dir);
      return { uuid, ...written };
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async read(uuid: string): Promise<Uint8Array | null> {
    if (!isUuid(uuid)) return null;
    try {
      return await readFile(this.path(uuid));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(uuids: readonly string[]): Promise<void> {
    for (const uuid of uuids.filter(isUuid)) {
      if (this.#holders > 0) this.#doomed.add(uuid);
      else await rm(this.path(uuid), { force: true });
    }
  }

  /** Until the caller lets go with what is returned, no bytes are removed. */
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
      // What cannot be removed now is swept at the next start.
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
   * Removes unfinished uploads and files that no row names, of those that were
   * `present`: one that is written just now has no row yet.
   */
  async sweep(
    present: FilesPresent,
    knownUuids: Iterable<string>,
  ): Promise<number> {
    for (const name of present.unfinished) {
      await rm(join(this.#temporaryDir, name), { force: true });
    }
    const known = new Set(knownUuids);
    const orphans = present.uuids.filter((uuid) => !known.has(uuid));
    await this.remove(orphans);
    return orphans.length;
  }

  path(uuid: string): string {
    return join(this.#dir, uuid);
  }
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

async function copy(
  source: AsyncIterable<Uint8Array>,
  target: FileHandle,
  maxBytes: number,
): Promise<Omit<WrittenFile, "uuid">> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let writing = Promise.resolve();
  for await (const chunk of source) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) {
      throw new FileTooLargeError(`A file may have ${maxBytes} bytes.`);
    }
    hash.update(chunk);
    batch.push(chunk);
    batchBytes += chunk.byteLength;
    if (batchBytes < WRITTEN_AT_ONCE_BYTES) continue;
    await writing;
    writing = writeBatch(target, batch);
    // It is awaited with the next batch; until then nobody listens.
    writing.catch(() => undefined);
    batch = [];
    batchBytes = 0;
  }
  await writing;
  await writeBatch(target, batch);
  return { sha256Hex: hash.digest("hex"), sizeBytes };
}

/** All in one call, without copying; the rest when that was short. */
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
 * A single write may be short, for one when the disk is nearly full. Without
 * `position` it goes on where the last one ended.
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

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
