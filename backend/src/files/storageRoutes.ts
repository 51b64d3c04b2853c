/** `/api/storage/...`: uploads with a token, downloads by unguessable uuid. */
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { FunctionRuntime, StoredFile } from "../functions/contract.ts";
import { HttpError } from "../http/httpError.ts";
import { chunksOf } from "../http/requestBody.ts";
import { sendJson } from "../http/responses.ts";
import { parseByteRange } from "./byteRange.ts";
import { served } from "./contentType.ts";
import {
  FileTooLargeError,
  isUuid,
  type DiskFileStore,
  type WrittenFile,
} from "./diskFileStore.ts";

type StorageRuntime = Pick<
  FunctionRuntime,
  "checkUploadToken" | "registerFile" | "findFileByUuid"
>;

const maxContentTypeLength = 200;
const READ_AT_ONCE_BYTES = 1 << 17;

export class StorageRoutes {
  readonly #runtime: StorageRuntime;
  readonly #store: DiskFileStore;
  readonly #maxUploadBytes: number;

  constructor(
    runtime: StorageRuntime,
    store: DiskFileStore,
    options: { maxUploadBytes: number },
  ) {
    this.#runtime = runtime;
    this.#store = store;
    this.#maxUploadBytes = options.maxUploadBytes;
  }

  /** `POST /api/storage/upload?token=` with the bytes as body. */
  async upload(
    request: IncomingMessage,
    response: ServerResponse,
    token: string | null,
  ): Promise<void> {
    const component = this.#requireToken(token);
    if (Number(request.headers["content-length"] ?? 0) > this.#maxUploadBytes) {
      throw tooLarge(this.#maxUploadBytes);
    }
    const file = await this.#receive(request);
    try {
      requireDigest(request.headers.digest, file.sha256Hex);
      const contentType = storedContentType(request.headers["content-type"]);
      const { storageId } = await this.#runtime.registerFile(
        component,
        { ...file, contentType },
        token,
      );
      sendJson(response, 200, { storageId });
    } catch (error) {
      await this.#removeIfOrphan(file.uuid);
      throw error instanceof HttpError
        ? error
        : new HttpError(400, "UploadRefused", messageOf(error));
    }
  }

  /** `GET` and `HEAD /api/storage/<uuid>`. */
  async download(
    request: IncomingMessage,
    response: ServerResponse,
    uuid: string,
  ): Promise<void> {
    const file = isUuid(uuid) ? await this.#runtime.findFileByUuid(uuid) : null;
    if (file === null) {
      throw new HttpError(404, "FileNotFound", "There is no such file.");
    }
    setFileHeaders(response, file);
    const etag = `"${file.sha256Hex}"`;
    if (matchesEtag(request.headers["if-none-match"], etag)) {
      response.writeHead(304).end();
      return;
    }
    const ifRange = request.headers["if-range"];
    const range =
      ifRange === undefined || ifRange === etag
        ? parseByteRange(request.headers.range, file.sizeBytes)
        : "whole";
    if (range === "unsatisfiable") {
      response.setHeader("Content-Range", `bytes */${file.sizeBytes}`);
      throw new HttpError(416, "RangeNotSatisfiable", "Outside of the file.");
    }
    const { first, last } =
      range === "whole" ? { first: 0, last: file.sizeBytes - 1 } : range;
    if (range !== "whole") {
      response.statusCode = 206;
      response.setHeader(
        "Content-Range",
        `bytes ${first}-${last}/${file.sizeBytes}`,
      );
    }
    response.setHeader("Content-Length", last - first + 1);
    if (request.method === "HEAD" || file.sizeBytes === 0) {
      response.end();
      return;
    }
    await this.#send(response, uuid, first, last);
  }

  async #send(
    response: ServerResponse,
    uuid: string,
    first: number,
    last: number,
  ): Promise<void> {
    const path = this.#store.path(uuid);
    try {
      await pipeline(
        createReadStream(path, {
          start: first,
          end: last,
          highWaterMark: READ_AT_ONCE_BYTES,
        }),
        response,
      );
    } catch (error) {
      // The reader has left, or the file went away while it was read.
      if (response.headersSent) response.destroy();
      else throw error;
    }
  }

  #requireToken(token: string | null): string {
    if (token === null) {
      throw new HttpError(401, "UploadTokenMissing", "The token is missing.");
    }
    const check = this.#runtime.checkUploadToken(token);
    if (!check.ok) throw new HttpError(401, "UploadTokenInvalid", check.error);
    return check.component;
  }

  /** A failure may hide a commit; then the row exists and the bytes stay. */
  async #removeIfOrphan(uuid: string): Promise<void> {
    const row = await this.#runtime.findFileByUuid(uuid);
    if (row === null) await this.#store.remove([uuid]);
  }

  async #receive(request: IncomingMessage): Promise<WrittenFile> {
    try {
      return await this.#store.writeStream(
        chunksOf(request),
        this.#maxUploadBytes,
      );
    } catch (error) {
      if (error instanceof FileTooLargeError) {
        throw tooLarge(this.#maxUploadBytes);
      }
      if (isDiskFull(error)) {
        throw new HttpError(507, "DiskFull", "The server's disk is full.");
      }
      throw error;
    }
  }
}

function setFileHeaders(response: ServerResponse, file: StoredFile): void {
  const digest = Buffer.from(file.sha256Hex, "hex").toString("base64");
  const { contentType, disposition } = served(file.contentType);
  response.setHeader("Content-Type", contentType);
  response.setHeader("Content-Disposition", disposition);
  response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cache-Control", "public, max-age=3600");
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("ETag", `"${file.sha256Hex}"`);
  response.setHeader("Digest", `sha-256=${digest}`);
  // The app may be served from another origin, which needs to read the bytes.
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === "*" || tag === etag);
}

function requireDigest(
  header: string | string[] | undefined,
  sha256Hex: string,
): void {
  const match = /^sha-256=([A-Za-z0-9+/]+={0,2})$/i.exec(String(header ?? ""));
  if (header === undefined) return;
  const given = Buffer.from(match?.[1] ?? "", "base64").toString("hex");
  if (given !== sha256Hex) {
    throw new HttpError(
      400,
      "DigestMismatch",
      "The bytes do not have the SHA-256 that the Digest header names.",
    );
  }
}

function storedContentType(header: string | undefined): string | null {
  return header === undefined || header === ""
    ? null
    : header.slice(0, maxContentTypeLength);
}

function tooLarge(maxBytes: number): HttpError {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return new HttpError(
    413,
    "FileTooLarge",
    `A file may have at most ${megabytes} MiB.`,
  );
}

function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ENOSPC" || error.code === "EDQUOT")
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
