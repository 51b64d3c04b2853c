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
  /** The latest attempt to send a part, until that part has arrived whole. */
  arriving: { readonly partNumber: number } | null;
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
    this.#uploads.set(token, { file, offsets: [0], arriving: null });
    return token;
  }

  /**
   * Appends a part. Parts come in order, from 1. Sending an earlier part again
   * replaces it and drops the parts after it, even if it breaks off. An earlier
   * attempt that still arrives then ends.
   * @throws HttpError 400 for an unknown token, a part out of order, or a part
   * that was sent again meanwhile
   */
  async addPart(
    token: string,
    partNumber: number,
    body: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const upload = this.#require(token);
    const { file, offsets } = upload;
    let offset = offsets[partNumber - 1];
    if (offset === undefined) {
      throw new HttpError(
        400,
        "BadPart",
        `Part ${partNumber} arrived before part ${offsets.length}.`,
      );
    }
    const attempt = { partNumber };
    upload.arriving = attempt;
    offsets.length = partNumber;
    const requireLatest = () => {
      if (upload.arriving !== attempt) throw sentAgain(partNumber);
    };
    const handle = await open(file, "r+");
    try {
      requireLatest();
      await handle.truncate(offset);
      for await (const chunk of body) {
        requireLatest();
        await writeAll(handle, chunk, offset);
        offset += chunk.byteLength;
      }
    } finally {
      await handle.close();
    }
    requireLatest();
    upload.arriving = null;
    offsets.push(offset);
  }

  /**
   * Returns the complete file, which the caller now owns and must remove.
   * @throws HttpError 400 for an unknown token, or if the latest part is not
   * whole
   */
  async finish(token: string): Promise<{ file: string; sizeBytes: number }> {
    const { file, arriving } = this.#require(token);
    if (arriving !== null) {
      throw new HttpError(
        400,
        "BadPart",
        `Part ${arriving.partNumber} has not arrived whole: send it again.`,
      );
    }
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

const sentAgain = (partNumber: number) =>
  new HttpError(400, "BadPart", `Part ${partNumber} was sent again meanwhile.`);
