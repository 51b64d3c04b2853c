import type { Id } from "../_generated/dataModel";
import type { WriteCtx } from "./contexts";

/**
 * Makes the export that a person is having prepared start over, because something
 * of theirs goes or is replaced that it may already hold. Does nothing once it is
 * ready: it then stays as things were at that moment.
 */
export async function outdateExport(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const found = await ctx.db
    .query("exports")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .order("desc")
    .first();
  if (found === null || found.isOutdated === true) return;
  if (found.stage === "ready" || found.stage === "failed") return;
  await ctx.db.patch("exports", found._id, { isOutdated: true });
}
