/**
 * Imports stored files: writes their bytes to disk and builds their rows for
 * `_storage` and `_files`.
 */
import type { ImportedDocument } from "../database/contract.ts";
import {
  type DiskFileStore,
  isUuid,
  type WrittenFile,
} from "../files/diskFileStore.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import { tableNumberOf } from "../values/ids.ts";
import { ImportError } from "./importedDocument.ts";
import type { SourceStorage } from "./importSource.ts";

export class StorageImport {
  readonly #runtime: Pick<FunctionRuntime, "findFileByUuid">;
  readonly #files: DiskFileStore;
  /** Files created by this import; the caller removes them if it fails. */
  readonly writtenUuids: string[] = [];

  constructor(
    runtime: Pick<FunctionRuntime, "findFileByUuid">,
    files: DiskFileStore,
  ) {
    this.#runtime = runtime;
    this.#files = files;
  }

  /**
   * Stores the bytes of a file and returns its rows.
   * @throws ImportError if the id is invalid, or the bytes are missing or do
   * not match their hash
   */
  async add(
    source: SourceStorage,
    document: ImportedDocument,
  ): Promise<{ document: ImportedDocument; file: ImportedDocument }> {
    const { id, line, value } = document;
    const at = `_storage/documents.jsonl, line ${line}`;
    if (id === null || tableNumberOf(id) === null) {
      throw new ImportError(`${at}: "_id" is not an id of a stored file.`);
    }
    const { uuid, sha256Hex, sizeBytes } = await this.#store(
      source,
      id,
      value,
      at,
    );
    const contentType =
      typeof value.contentType === "string" ? value.contentType : null;
    const sha256 = Buffer.from(sha256Hex, "hex").toString("base64");
    return {
      document: {
        ...document,
        value: {
          ...(contentType !== null && { contentType }),
          sha256,
          size: sizeBytes,
        },
      },
      file: {
        id: null,
        creationTime: null,
        line,
        value: {
          contentType,
          sha256Hex,
          size: sizeBytes,
          storageId: id,
          uuid,
        },
      },
    };
  }

  /**
   * Stores the bytes of a file. Keeps the uuid that the import gives, if no other
   * file has it. A file that exists already with the same hash is not written
   * again.
   */
  async #store(
    source: SourceStorage,
    id: string,
    { internalId, sha256 }: ImportedDocument["value"],
    at: string,
  ): Promise<WrittenFile> {
    const bytes = await source.open(id);
    if (bytes === null) {
      throw new ImportError(
        `${at}: the file _storage/${id} is missing from the ZIP file.`,
      );
    }
    const expected = typeof sha256 === "string" ? toHex(sha256) : null;
    const uuid =
      typeof internalId === "string" && isUuid(internalId) ? internalId : null;
    const known = uuid && (await this.#runtime.findFileByUuid(uuid));
    if (known && known.sha256Hex === expected) {
      bytes.destroy();
      return known;
    }
    const isFree = uuid !== null && !(await this.#files.has(uuid));
    const written = await this.#files.writeStream(
      bytes,
      Infinity,
      isFree ? uuid : undefined,
    );
    this.writtenUuids.push(written.uuid);
    if (expected !== null && expected !== written.sha256Hex) {
      throw new ImportError(
        `${at}: the bytes of _storage/${id} do not match the SHA-256 of this line.`,
      );
    }
    return written;
  }
}

/** Accepts base64 or hexadecimal. */
function toHex(sha256: string): string {
  return /^[0-9a-f]{64}$/i.test(sha256)
    ? sha256.toLowerCase()
    : Buffer.from(sha256, "base64").toString("hex");
}
