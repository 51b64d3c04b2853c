/**
 * Handles `/api/storage/...`: uploads with a token, downloads by an unguessable
 * uuid.
 */
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type {
  FunctionRuntime,
  StoredFile,
  UploadTokenCheck,
} from "../runtime/contract/runtime.ts";
import { Places } from "../admission/places.ts";
import { HttpError } from "../http/httpError.ts";
import { requirePlace } from "../http/requirePlace.ts";
import { pacedChunks, SlowBody } from "../http/slowBody.ts";
import { sendJson } from "../http/responses.ts";
import { parseByteRange } from "../http/byteRange.ts";
import { originalContentType, safeContentHeaders } from "./contentType.ts";
import {
  FileTooLargeError,
  isUuid,
  type DiskFileStore,
  type WrittenFile,
} from "../files/diskFileStore.ts";
import { UploadReservations } from "./uploadReservations.ts";
import { errorText } from "../log/errorText.ts";

type ValidToken = Extract<UploadTokenCheck, { ok: true }>;

type StorageRuntime = Pick<
  FunctionRuntime,
  "checkUploadToken" | "registerFile" | "findFileByUuid"
>;

const maxContentTypeLength = 200;
const READ_AT_ONCE_BYTES = 1 << 17;

/** The most uploads at a time. A browser has at most six to one server. */
const MOST_UPLOADS = { perAddress: 64, total: 512, reserved: 128 };
/**
 * An upload is cut off if it brings less than this in each of two windows. A
 * phone whose signal comes and goes sends more, even if it is silent for 20 s.
 */
const LEAST_PACE = { bytesPerSecond: 256, windowMs: 30_000 };

export class StorageRoutes {
  readonly #runtime: StorageRuntime;
  readonly #files: DiskFileStore;
  readonly #reservations = new UploadReservations();
  readonly #uploading = new Places(MOST_UPLOADS);
  readonly #maxUploadBytes: number;

  constructor(
    runtime: StorageRuntime,
    files: DiskFileStore,
    options: { maxUploadBytes: number },
  ) {
    this.#runtime = runtime;
    this.#files = files;
    this.#maxUploadBytes = options.maxUploadBytes;
  }

  /**
   * Handles `POST /api/storage/upload?token=` with the bytes as body, and
   * answers with the storage id.
   * @throws HttpError 401 for a bad token, 408 if too slow, 409 for a concurrent
   * upload, 413 if too large, 429 or 503 for too many, 507 if the disk is full,
   * 400 otherwise
   */
  async upload(
    request: IncomingMessage,
    response: ServerResponse,
    token: string | null,
    address: string,
  ): Promise<void> {
    const checked = this.#requireToken(token);
    if (Number(request.headers["content-length"] ?? 0) > this.#maxUploadBytes) {
      throw tooLarge(this.#maxUploadBytes);
    }
    requirePlace(this.#uploading, { ip: address });
    const reservation = this.#reservations.reserve(checked);
    try {
      const storageId = await this.#uploading.hold({ ip: address }, () =>
        this.#store(request, checked.component, token),
      );
      reservation.use();
      sendJson(response, 200, { storageId });
    } finally {
      reservation.release();
    }
  }

  /**
   * Stores the bytes, and returns the storage id. On failure nothing is left
   * behind.
   */
  async #store(
    request: IncomingMessage,
    component: string,
    token: string | null,
  ): Promise<string> {
    const file = await this.#receive(request);
    try {
      requireDigest(request.headers.digest, file.sha256Hex);
      const contentType = storedContentType(request.headers["content-type"]);
      const { storageId } = await this.#runtime.registerFile(
        component,
        { ...file, contentType },
        token,
      );
      return storageId;
    } catch (error) {
      await this.#removeIfOrphan(file.uuid);
      throw error instanceof HttpError
        ? error
        : new HttpError(400, "UploadRefused", errorText(error));
    }
  }

  /**
   * Handles `GET` and `HEAD /api/storage/<uuid>` with byte ranges and ETags.
   * Set `asStored` only on a separate origin, since it serves types that may
   * run scripts.
   * @throws HttpError 404 or 416
   */
  async download(
    request: IncomingMessage,
    response: ServerResponse,
    uuid: string,
    { asStored = false } = {},
  ): Promise<void> {
    const file = isUuid(uuid) ? await this.#runtime.findFileByUuid(uuid) : null;
    if (file === null) {
      throw new HttpError(404, "FileNotFound", "There is no such file.");
    }
    setFileHeaders(response, file);
    if (asStored) setStoredType(response, file);
    else setSafeType(response, file);
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
      throw new HttpError(
        416,
        "RangeNotSatisfiable",
        "The range is outside the file.",
      );
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
    const path = this.#files.path(uuid);
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
      // The reader disconnected, or the file was deleted while being read.
      if (response.headersSent) response.destroy();
      else throw error;
    }
  }

  #requireToken(token: string | null): ValidToken {
    if (token === null) {
      throw new HttpError(401, "UploadTokenMissing", "The token is missing.");
    }
    const check = this.#runtime.checkUploadToken(token);
    if (!check.ok) throw new HttpError(401, "UploadTokenInvalid", check.error);
    return check;
  }

  /**
   * Removes the bytes unless a row names them: an error does not prove that the
   * commit failed.
   */
  async #removeIfOrphan(uuid: string): Promise<void> {
    const row = await this.#runtime.findFileByUuid(uuid);
    if (row === null) await this.#files.remove([uuid]);
  }

  async #receive(request: IncomingMessage): Promise<WrittenFile> {
    const { bytesPerSecond, windowMs } = LEAST_PACE;
    const slow = new SlowBody(request, bytesPerSecond, windowMs);
    try {
      return await this.#files.writeStream(
        pacedChunks(request, slow),
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
    } finally {
      slow.stop();
    }
  }
}

function setFileHeaders(response: ServerResponse, file: StoredFile): void {
  const digest = Buffer.from(file.sha256Hex, "hex").toString("base64");
  response.setHeader("X-Content-Type-Options", "nosniff");
  // A removed file disappears from shared caches within a minute. A file that
  // stays is only checked again, not sent again.
  response.setHeader("Cache-Control", "public, max-age=60");
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("ETag", `"${file.sha256Hex}"`);
  response.setHeader("Digest", `sha-256=${digest}`);
  // Lets an app on another origin read the bytes.
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
}

/** Makes sure that the browser runs nothing of the file in the app's origin. */
function setSafeType(response: ServerResponse, file: StoredFile): void {
  const { contentType, disposition } = safeContentHeaders(file.contentType);
  response.setHeader("Content-Type", contentType);
  response.setHeader("Content-Disposition", disposition);
  // Older versions of Chrome show no PDF in a sandbox.
  if (contentType === "application/pdf") return;
  response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
}

function setStoredType(response: ServerResponse, file: StoredFile): void {
  response.setHeader("Content-Type", originalContentType(file.contentType));
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
      "The bytes do not match the SHA-256 in the Digest header.",
    );
  }
}

function storedContentType(header: string | undefined): string | null {
  return header === undefined || header === ""
    ? null
    : header.slice(0, maxContentTypeLength);
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(
    413,
    "FileTooLarge",
    `A file may have at most ${maxBytes / 1024 / 1024} MiB.`,
  );
}

function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ENOSPC" || error.code === "EDQUOT")
  );
}
