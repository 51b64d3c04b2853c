import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx } from "../contexts";

/** Returns whether a person has ever confirmed an address. */
export async function isConfirmed(
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
): Promise<boolean> {
  const user = await ctx.db.get("users", userId);
  return user?.emailVerificationTime !== undefined;
}

/**
 * Returns at most `most` accounts that are still unconfirmed after `ageMs`,
 * among those created after `afterAt`, the oldest first.
 */
export const listUnconfirmed = (
  ctx: Pick<ReadCtx, "db">,
  { afterAt, ageMs, most }: { afterAt: number; ageMs: number; most: number },
): Promise<Doc<"users">[]> =>
  ctx.db
    .query("users")
    .withIndex("by_emailVerificationTime", (q) =>
      q
        .eq("emailVerificationTime", undefined)
        .gt("_creationTime", afterAt)
        .lt("_creationTime", Date.now() - ageMs),
    )
    .take(most);
