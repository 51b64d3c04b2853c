import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { setting } from "../setting";
import { SECOND_MS } from "../../shared/limits";
import { dataOf } from "../errors";
import type { pieceValidator, sendingValidator } from "./pieceValidators";
import { type ByteRange, readRange } from "./readRange";

type Piece = Infer<typeof pieceValidator>;
type Sending = Infer<typeof sendingValidator>;
type Part = Piece["parts"][number];
type Bytes = Uint8Array<ArrayBuffer>;

/** What a request is told to wait if others are being answered. */
const RETRY_SECONDS = 2;

/**
 * Answers a signed-in person's request for their export, or for a range of it.
 * An answer has at most MAX_PIECE_BYTES, because Convex limits answers; a
 * longer range is cut short. Only a few are sent at a time; other requests are
 * told when to try again.
 */
export async function sendExport(
  ctx: ActionCtx,
  request: Request,
): Promise<Response> {
  if ((await ctx.auth.getUserIdentity()) === null) return signedOut();
  const range = readRange(request.headers.get("Range"));
  if (range === null) return refusal(416, "There is no such range.");
  try {
    return await sendRange(ctx, range);
  } catch (error) {
    const data = dataOf(error);
    if (data?.code === "NOT_SIGNED_IN") return signedOut();
    if (data?.retryAfterMs === undefined) throw error;
    return later(429, data.message, Math.ceil(data.retryAfterMs / SECOND_MS));
  }
}

async function sendRange(ctx: ActionCtx, range: ByteRange): Promise<Response> {
  const sending: Sending = await ctx.runMutation(
    internal.exports.startSending,
    range,
  );
  if (sending.status === "busy") {
    const text = "Too many exports are being downloaded. Try again later.";
    return later(503, text, RETRY_SECONDS);
  }
  if (sending.status === "missing") {
    return refusal(404, "There is no export to download.");
  }
  const { piece } = sending;
  if (piece.end <= range.from) return refusal(416, "There is no such range.");
  const content = await readInTurn(ctx, piece, range.from);
  if (content === null) {
    return refusal(410, "A file was deleted since. Prepare a new export.");
  }
  return answer(content, piece, range);
}

/** Reads a piece, and gives the turn back. */
async function readInTurn(
  ctx: ActionCtx,
  piece: Piece,
  from: number,
): Promise<Bytes | null> {
  try {
    return await readContent(ctx, piece, from);
  } finally {
    await ctx.runMutation(internal.exports.endSending, {});
  }
}

function answer(
  content: Bytes,
  { sizeBytes, end }: Piece,
  { from }: ByteRange,
): Response {
  const isWhole = from === 0 && end === sizeBytes;
  return new Response(content, {
    status: isWhole ? 200 : 206,
    headers: {
      ...commonHeaders(),
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="gully-cypher.zip"',
      "Accept-Ranges": "bytes",
      ...(!isWhole && {
        "Content-Range": `bytes ${from}-${end - 1}/${sizeBytes}`,
      }),
    },
  });
}

const refusal = (status: number, text: string) =>
  new Response(text, { status, headers: commonHeaders() });

const signedOut = () => refusal(401, "Sign in to download your export.");

const later = (status: number, text: string, seconds: number) =>
  new Response(text, {
    status,
    headers: { ...commonHeaders(), "Retry-After": String(seconds) },
  });

/** The pages of the app may send their token, which is a header of its own. */
export const allowApp = () =>
  new Response(null, {
    status: 204,
    headers: {
      ...commonHeaders(),
      "Access-Control-Allow-Methods": "GET",
      "Access-Control-Allow-Headers": "Authorization, Range",
      "Access-Control-Max-Age": "86400",
    },
  });

/** Only pages of the app may read the answers, and no cache keeps them. */
const commonHeaders = () => ({
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  Vary: "Authorization, Origin",
  "Access-Control-Allow-Origin": new URL(
    setting("SITE_URL") ?? "http://localhost",
  ).origin,
  "Access-Control-Expose-Headers": "Content-Range, Retry-After",
});

/**
 * Returns the bytes of a piece; null if a file is gone. Takes only the wanted
 * range of each file, so that an answer never holds much more than itself.
 */
async function readContent(
  ctx: ActionCtx,
  { parts, end }: Piece,
  from: number,
): Promise<Bytes | null> {
  const piece = new Uint8Array(end - from);
  for (const part of parts) {
    const header = new Uint8Array(part.header);
    const content = await contentOf(ctx, part);
    if (content?.size !== part.sizeBytes) return null;
    const whole = new Blob([header, content]);
    const at = Math.max(0, part.start - from);
    const wanted = whole.slice(
      Math.max(0, from - part.start),
      Math.max(0, end - part.start),
    );
    piece.set(new Uint8Array(await wanted.arrayBuffer()), at);
  }
  return piece;
}

/** Returns null if the file is gone. */
async function contentOf(
  ctx: ActionCtx,
  { text, bytes, storageId }: Part,
): Promise<Blob | null> {
  if (storageId !== null) return ctx.storage.get(storageId);
  return new Blob([text ?? bytes ?? ""]);
}
