import type { Doc, Id } from "../_generated/dataModel";
import type { ReadCtx } from "./contexts";

type ReadDb = Pick<ReadCtx, "db">;
type UserId = Id<"users">;

/** Returns whether one of two people has blocked the other. */
export const isApart = async (
  ctx: ReadDb,
  one: UserId,
  other: UserId,
): Promise<boolean> =>
  (await findBlock(ctx, one, other)) !== null ||
  (await findBlock(ctx, other, one)) !== null;

export const findBlock = (
  ctx: ReadDb,
  blockerId: UserId,
  blockedId: UserId,
): Promise<Doc<"blocks"> | null> =>
  ctx.db
    .query("blocks")
    .withIndex("by_blockerId_and_blockedId", (q) =>
      q.eq("blockerId", blockerId).eq("blockedId", blockedId),
    )
    .unique();
