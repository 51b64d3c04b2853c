import type { SignedIn } from "../accounts/viewers";
import type { ReadCtx } from "../contexts";
import { loadTotals } from "./stats";

/**
 * Returns whether a person has taken the first step of their role: a beat or a
 * verse is out, or, for listeners, something was heard or voted for. Each index
 * is read up to its first row, so that later votes do not change the answer.
 */
export async function hasBegun(
  ctx: ReadCtx,
  { userId, profile }: Pick<SignedIn, "userId" | "profile">,
): Promise<boolean> {
  if (profile === null) return false;
  if (profile.role !== "listener") {
    const { totalBeats, totalVerses } = await loadTotals(ctx, userId);
    return totalBeats + totalVerses > 0;
  }
  for (const table of ["votes", "listens"] as const) {
    const first = await ctx.db
      .query(table)
      .withIndex("by_userId_and_contentId", (q) => q.eq("userId", userId))
      .first();
    if (first !== null) return true;
  }
  return false;
}
