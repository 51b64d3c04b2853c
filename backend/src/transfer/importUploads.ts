/** Files that come in parts. They lie below `transfers/`, which is emptied at every start. */
import { randomBytes } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeAll } from "../files/diskFileStore.ts";
import { HttpError } from "../http/httpError.ts";

interface Upload {
  readonly file: string;
  /** Where each part begins; one more for the next. */
  readonly offsets: number[];
}

const MAX_UPLOADS = 10;

export class ImportUploads {
  readonly #directory: string;
  readonly #uploads = new Map<string, Upload>();

  constructor(directory: string) {
    this.#directory = directory;
  }

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

  /** Parts come in order, from 1; the last one may come again. */
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
        `Part ${partNumber} came before part ${offsets.length}.`,
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

  /** The complete file, from now on the caller's. */
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
      "This upload is not known (any more): run the import again.",
    );
  }
}
