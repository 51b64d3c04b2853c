import { ConvexError } from "convex/values";
import { isAppErrorData } from "../../../convex/shared/appErrors";
import {
  PIECES_PATH,
  PIECE_INDEX_HEADER,
  PIECE_SHA256_HEADER,
  UPLOAD_ID_HEADER,
} from "../../../convex/shared/uploads";
import type { Piece } from "./pieceServer";

/** Longest time for one piece; over a connection of 50 kb/s, 512 KiB take less. */
const MOST_MS = 120_000;

interface PostOptions {
  /** The origin of HTTP actions. */
  readonly origin: string;
  readonly token: string | null;
  readonly signal: AbortSignal;
}

/**
 * Sends one piece. Rejects with a `ConvexError` if the server refused it, and
 * with another error if the connection broke or took too long.
 */
export async function postPiece(
  { uploadId, index, body, sha256 }: Piece,
  { origin, token, signal }: PostOptions,
): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener("abort", stop);
  const timer = setTimeout(stop, MOST_MS);
  try {
    signal.throwIfAborted();
    const response = await fetch(origin + PIECES_PATH, {
      method: "POST",
      body,
      signal: controller.signal,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        "Content-Type": "application/octet-stream",
        [UPLOAD_ID_HEADER]: uploadId,
        [PIECE_INDEX_HEADER]: `${index}`,
        [PIECE_SHA256_HEADER]: sha256,
      },
    });
    if (!response.ok) throw await refusalIn(response);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

async function refusalIn(response: Response): Promise<Error> {
  const data: unknown = await response.json().catch(() => null);
  return isAppErrorData(data)
    ? new ConvexError({ ...data })
    : new Error(`a piece was answered with ${response.status}`);
}
