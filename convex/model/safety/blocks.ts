import type { Id } from "../../_generated/dataModel";
import { MAX_BLOCKS, type BlockedPerson } from "../../shared/safety";
import { findBlock, isApart } from "../apart";
import { dropBetween } from "../circle/follows";
import { silenceBetween } from "../circle/rings";
import type { ReadCtx, WriteCtx } from "../contexts";
import { freeBetween } from "../cyphers/cyphers";
import { appError } from "../errors";
import { findProfile } from "../profiles/profiles";
import { enforceLimit } from "../rateLimits/rateLimits";

type UserId = Id<"users">;
type ReadDb = Pick<ReadCtx, "db">;

/**
 * Blocks or unblocks a person. Does nothing if it is already as wanted. A block
 * ends the follows between the two, deletes what each bell says of the other
 * person, and takes the mic of the other's cypher from each of them. Unblocking
 * also works for a person who no longer exists.
 * @throws RATE_LIMITED; when blocking, also PROFILE_MISSING and TOO_MANY_BLOCKS
 */
export async function setBlock(
  ctx: WriteCtx,
  blockerId: UserId,
  { blockedId, isBlocked }: { blockedId: UserId; isBlocked: boolean },
): Promise<void> {
  await enforceLimit(ctx, "block", blockerId);
  const block = await findBlock(ctx, blockerId, blockedId);
  if (isBlocked === (block !== null)) return;
  if (block) return ctx.db.delete("blocks", block._id);
  if (!(await findProfile(ctx, blockedId))) throw appError("PROFILE_MISSING");
  const hidden = await listHidden(ctx, blockerId);
  if (hidden.length >= MAX_BLOCKS) throw appError("TOO_MANY_BLOCKS");
  const createdAt = Date.now();
  await ctx.db.insert("blocks", { blockerId, blockedId, createdAt });
  await dropBetween(ctx, blockerId, blockedId);
  await silenceBetween(ctx, blockerId, blockedId);
  await freeBetween(ctx, blockerId, blockedId);
}

/** Returns the id in a text. Throws PROFILE_MISSING if it is not one. */
export function requirePerson(ctx: ReadDb, text: string): UserId {
  const userId = ctx.db.normalizeId("users", text);
  if (userId === null) throw appError("PROFILE_MISSING");
  return userId;
}

/** Returns the ids of everyone whom a person has blocked. */
export const listHidden = async (
  ctx: ReadDb,
  blockerId: UserId,
): Promise<UserId[]> =>
  (await listBlocks(ctx, blockerId)).map(({ blockedId }) => blockedId);

/** Returns everyone whom a person has blocked, the latest first. */
export async function listBlocked(
  ctx: ReadDb,
  blockerId: UserId,
): Promise<BlockedPerson[]> {
  const blocks = await listBlocks(ctx, blockerId);
  blocks.sort((a, b) => b.createdAt - a.createdAt);
  return Promise.all(
    blocks.map(async ({ blockedId, createdAt }) => {
      const username = (await findProfile(ctx, blockedId))?.username ?? "";
      return { userId: blockedId, username, blockedAt: createdAt };
    }),
  );
}

/** Throws BLOCKED if one of the two has blocked the other. */
export async function requireUnblocked(
  ctx: ReadDb,
  one: UserId,
  other: UserId,
): Promise<void> {
  if (await isApart(ctx, one, other)) throw appError("BLOCKED");
}

/** Throws APART if one of the two has blocked the other. */
export async function requireTogether(
  ctx: ReadDb,
  one: UserId,
  other: UserId,
): Promise<void> {
  if (await isApart(ctx, one, other)) throw appError("APART");
}

/** Returns true for a beat that does not exist. */
export async function mayRecordOn(
  ctx: ReadDb,
  userId: UserId,
  beatId: string,
): Promise<boolean> {
  const id = ctx.db.normalizeId("beats", beatId);
  const beat = id && (await ctx.db.get("beats", id));
  return !beat || !(await isApart(ctx, userId, beat.producerId));
}

const listBlocks = (ctx: ReadDb, blockerId: UserId) =>
  ctx.db
    .query("blocks")
    .withIndex("by_blockerId_and_blockedId", (q) =>
      q.eq("blockerId", blockerId),
    )
    .take(MAX_BLOCKS);
