import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { setting } from "../setting";
import type { pieceValidator } from "./pieceValidators";
import { type ByteRange, readRange } from "./readRange";

type Piece = Infer<typeof pieceValidator>;
type Part = Piece["parts"][number];
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Answers a signed-in person's request for their export, or for a range of it.
 * An answer has at most MAX_PIECE_BYTES, because Convex limits answers; a
 * longer range is cut short.
 */
export async function sendExport(
  ctx: ActionCtx,
  request: Request,
): Promise<Response> {
  if ((await ctx.auth.getUserIdentity()) === null) {
    return refusal(401, "Sign in to download your export.");
  }
  const range = readRange(request.headers.get("Range"));
  if (range === null) return refusal(416, "There is no such range.");
  const piece: Piece | null = await ctx.runQuery(internal.exports.piece, range);
  if (piece === null) return refusal(404, "There is no export to download.");
  if (piece.end <= range.from) return refusal(416, "There is no such range.");
  const content = await readContent(ctx, piece, range.from);
  if (content === null) {
    return refusal(410, "A file was deleted since. Prepare a new export.");
  }
  return answer(content, piece, range);
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
  "Access-Control-Expose-Headers": "Content-Range",
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
