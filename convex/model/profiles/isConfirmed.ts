import type { Id } from "../../_generated/dataModel";
import type { ReadCtx } from "../contexts";

/** Returns whether a person has ever confirmed an address. */
export async function isConfirmed(
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
): Promise<boolean> {
  const user = await ctx.db.get("users", userId);
  return user?.emailVerificationTime !== undefined;
}
