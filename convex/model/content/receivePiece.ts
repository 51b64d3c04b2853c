import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { AppErrorData } from "../../shared/appErrors";
import {
  PIECE_INDEX_HEADER,
  PIECE_SHA256_HEADER,
  UPLOAD_ID_HEADER,
} from "../../shared/uploads";
import { appError, dataOf } from "../errors";
import { toHex } from "../sha256";
import { storeFile } from "./storeFile";
import type { Admitted, RefusedUpload } from "./uploadsInPieces";

/**
 * The app may be served from another host than HTTP actions. Any origin may
 * send, because a request carries its own token and no cookie.
 */
const CORS = { "Access-Control-Allow-Origin": "*" };

const ALLOWED_HEADERS = [
  ...["Authorization", "Content-Type", UPLOAD_ID_HEADER],
  ...[PIECE_INDEX_HEADER, PIECE_SHA256_HEADER],
].join(", ");

const MAX_HEADER_LENGTH = 100;

/** Answers a browser that asks whether it may send pieces. */
export const answerPreflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": ALLOWED_HEADERS,
      "Access-Control-Max-Age": "86400",
    },
  });

/**
 * Stores one piece of an upload of the caller. Answers 204 once it is stored,
 * even if it had arrived before, or an error with its code and text as JSON.
 */
export async function receivePiece(
  ctx: ActionCtx,
  request: Request,
): Promise<Response> {
  try {
    await storePiece(ctx, request);
    return new Response(null, { status: 204, headers: CORS });
  } catch (error) {
    const data = dataOf(error);
    if (data === null) throw error;
    return Response.json(data, { status: statusOf(data), headers: CORS });
  }
}

async function storePiece(ctx: ActionCtx, request: Request): Promise<void> {
  const index = indexIn(header(request, PIECE_INDEX_HEADER));
  const admitted: Admitted | RefusedUpload = await ctx.runMutation(
    internal.uploads.admitPiece,
    { uploadId: header(request, UPLOAD_ID_HEADER), index },
  );
  if ("refusal" in admitted) throw appError(admitted.refusal);
  const { uploadId, expectedBytes, isReceived } = admitted;
  if (isReceived) return;
  const body = await readExactly(request, expectedBytes);
  if (body === null) throw appError("PIECE_INVALID");
  const digest = toHex(await crypto.subtle.digest("SHA-256", body));
  if (digest !== header(request, PIECE_SHA256_HEADER)) {
    throw appError("PIECE_INVALID");
  }
  const storageId = await storeFile(ctx, new Blob([body]));
  const piece = { uploadId, index, storageId };
  await ctx.runMutation(internal.uploads.addPiece, piece);
}

/**
 * Returns NaN for anything but digits. The database tells -0 from 0, so one
 * piece could otherwise be stored under two indexes.
 */
const indexIn = (text: string): number =>
  /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;

/**
 * Reads a body of this many bytes. Returns null, without reading further, as
 * soon as it turns out to be longer, or if it is shorter.
 */
async function readExactly(
  { body }: Request,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const read = new Uint8Array(bytes);
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || value === undefined) return length === bytes ? read : null;
    const chunk: Uint8Array = value;
    if (length + chunk.byteLength > bytes) {
      await reader?.cancel();
      return null;
    }
    read.set(chunk, length);
    length += chunk.byteLength;
  }
}

function header(request: Request, name: string): string {
  return (request.headers.get(name) ?? "").slice(0, MAX_HEADER_LENGTH);
}

const statusOf = ({ code }: AppErrorData): number =>
  code === "RATE_LIMITED" ? 429 : code === "NOT_SIGNED_IN" ? 401 : 400;
