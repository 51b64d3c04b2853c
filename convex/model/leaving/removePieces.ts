import { removeUpload } from "../content/uploadsInPieces";
import type { WriteCtx } from "../contexts";
import type { Departure } from "./departures/departures";

const UPLOADS_PER_TURN = 5;

/** Removes uploads in pieces that a person began, with their pieces. */
export async function removePieces(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const uploads = await ctx.db
    .query("uploads")
    .withIndex("by_ownerId_and_sha256", (q) => q.eq("ownerId", userId))
    .take(UPLOADS_PER_TURN);
  for (const upload of uploads) await removeUpload(ctx, upload);
  return uploads.length > 0;
}
