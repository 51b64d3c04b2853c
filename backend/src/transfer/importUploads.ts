/**
 * Receives import files in parts. They are in `transfers/`, which is emptied on
 * every start.
 */
import { randomBytes } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeAll } from "../files/diskFileStore.ts";
import { HttpError } from "../http/httpError.ts";

interface Upload {
  readonly file: string;
  /** Start of each part in bytes; the last entry is where the next part goes. */
  readonly offsets: number[];
}

const MAX_UPLOADS = 10;

export class ImportUploads {
  readonly #directory: string;
  readonly #uploads = new Map<string, Upload>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Begins an upload and returns its token. Discards the oldest upload if there are
   * too many.
   */
  async start(): Promise<string> {
    const token = randomBytes(16).toString("hex");
    const file = join(this.#directory, `${token}.upload`);
    const [oldest] = this.#uploads.keys();
    if (this.#uploads.size >= MAX_UPLOADS && oldest !== undefined) {
      await this.discard(oldest);
    }
    await (await open(file, "wx", 0o600)).close();
    this.#uploads.set(token, { file, offsets: [0] });
    return token;
  }

  /**
   * Appends a part. Parts come in order, from 1. Sending an earlier part again
   * replaces it and drops the parts after it.
   * @throws HttpError 400 for an unknown token or a part out of order
   */
  async addPart(
    token: string,
    partNumber: number,
    body: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const { file, offsets } = this.#require(token);
    let offset = offsets[partNumber - 1];
    if (offset === undefined) {
      throw new HttpError(
        400,
        "BadPart",
        `Part ${partNumber} arrived before part ${offsets.length}.`,
      );
    }
    const handle = await open(file, "r+");
    try {
      await handle.truncate(offset);
      for await (const chunk of body) {
        await writeAll(handle, chunk, offset);
        offset += chunk.byteLength;
      }
    } finally {
      await handle.close();
    }
    offsets.length = partNumber;
    offsets.push(offset);
  }

  /** Returns the complete file, which the caller now owns and must remove. */
  async finish(token: string): Promise<{ file: string; sizeBytes: number }> {
    const { file } = this.#require(token);
    this.#uploads.delete(token);
    return { file, sizeBytes: (await stat(file)).size };
  }

  async discard(token: string): Promise<void> {
    const upload = this.#uploads.get(token);
    this.#uploads.delete(token);
    if (upload) await rm(upload.file, { force: true });
  }

  #require(token: string): Upload {
    const upload = this.#uploads.get(token);
    if (upload !== undefined) return upload;
    throw new HttpError(
      400,
      "UploadExpired",
      "This upload does not exist or has expired: run the import again.",
    );
  }
}
