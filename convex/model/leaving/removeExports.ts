import type { WriteCtx } from "../contexts";
import type { Departure } from "./departures/departures";
import { deleteEntries, findExport } from "../exports/exports";

/** Removes the person's export, even while it is being prepared. */
export async function removeExports(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const found = await findExport(ctx, userId);
  if (found === null) return false;
  await ctx.db.patch("exports", found._id, { stage: "failed" }); // adds nothing any more
  const isMore = await deleteEntries(ctx, found._id);
  if (!isMore) await ctx.db.delete("exports", found._id);
  return true;
}
