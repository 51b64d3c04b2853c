/** Uploads files in pieces, as the app does, for scripts outside the browser. */
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isAppErrorData } from "../../convex/shared/appErrors.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const MOST_TRIES = 10;

interface NewFile {
  readonly kind: "beats" | "verses";
  readonly contentType: string;
  readonly bytes: Bytes;
}

const begin = makeFunctionReference<
  "mutation",
  {
    kind: "beats" | "verses";
    contentType: string;
    sizeBytes: number;
    sha256: string;
  },
  { uploadId: string; pieceBytes: number }
>("uploads:begin");

const join = makeFunctionReference<"action", { uploadId: string }, string>(
  "uploads:join",
);

/**
 * Returns the storage id of the file, which can be published. Path and headers
 * are those of `convex/shared/uploads.ts`, which only a bundler can import.
 */
export async function uploadFile(
  client: ConvexHttpClient,
  token: string,
  { kind, contentType, bytes }: NewFile,
): Promise<string> {
  const { uploadId, pieceBytes } = await client.mutation(begin, {
    ...{ kind, contentType, sizeBytes: bytes.length, sha256: sha256Of(bytes) },
  });
  const url = `${client.url}/api/pieces`;
  for (let index = 0; index * pieceBytes < bytes.length; index++) {
    const body = bytes.slice(index * pieceBytes, (index + 1) * pieceBytes);
    const response = await fetch(url, {
      ...{ method: "POST", body },
      headers: {
        Authorization: `Bearer ${token}`,
        "Upload-Id": uploadId,
        "Piece-Index": String(index),
        "Piece-SHA256": sha256Of(body),
      },
    });
    if (!response.ok)
      throw new Error(`A piece was answered with ${response.status}.`);
  }
  return joinPieces(client, uploadId);
}

/** A slow server may ask to try again later, as it asks the app. */
async function joinPieces(
  client: ConvexHttpClient,
  uploadId: string,
): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await client.action(join, { uploadId });
    } catch (error) {
      const wait = error instanceof ConvexError ? waitIn(error.data) : null;
      if (wait === null || tries === MOST_TRIES) throw error;
      await pause(wait);
    }
  }
}

const waitIn = (data: unknown): number | null =>
  isAppErrorData(data) ? (data.retryAfterMs ?? null) : null;

const sha256Of = (bytes: Bytes) =>
  createHash("sha256").update(bytes).digest("hex");
