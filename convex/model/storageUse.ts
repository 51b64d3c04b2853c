import type { Id } from "../_generated/dataModel";
import { MEGABYTE, STORAGE_QUOTA_BYTES } from "../shared/limits";
import type { StorageInfo } from "../shared/validators";
import type { ReadCtx, WriteCtx } from "./contexts";
import { appError } from "./errors";
import { setting } from "./setting";

type UserId = Id<"users">;

const VARIABLE = "LIMIT_STORAGE_PER_ACCOUNT";

/** Returns how much a person has stored, and how much they may store. */
export async function storageOf(
  ctx: Pick<ReadCtx, "db">,
  userId: UserId,
): Promise<StorageInfo> {
  const row = await findUse(ctx, userId);
  return { usedBytes: row?.bytes ?? 0, quotaBytes: quotaBytes() };
}

/** Throws STORAGE_FULL unless a person has room for a file of this size. */
export async function requireRoom(
  ctx: Pick<ReadCtx, "db">,
  userId: UserId,
  sizeBytes: number,
): Promise<void> {
  const { usedBytes, quotaBytes: most } = await storageOf(ctx, userId);
  if (most !== null && usedBytes + sizeBytes > most) {
    throw appError("STORAGE_FULL");
  }
}

/** Adds to the total of a person's files, or takes away from it. */
export async function changeUse(
  ctx: WriteCtx,
  userId: UserId,
  byBytes: number,
): Promise<void> {
  const row = await findUse(ctx, userId);
  const bytes = (row?.bytes ?? 0) + byBytes;
  if (row && bytes > 0) await ctx.db.patch("storageUse", row._id, { bytes });
  else if (row) await ctx.db.delete("storageUse", row._id);
  else if (bytes > 0) await ctx.db.insert("storageUse", { userId, bytes });
}

const findUse = (ctx: Pick<ReadCtx, "db">, userId: UserId) =>
  ctx.db
    .query("storageUse")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();

/** Returns null if the operator has switched the quota off. */
function quotaBytes(): number | null {
  const value = setting(VARIABLE);
  if (value === null) return STORAGE_QUOTA_BYTES;
  if (value === "off") return null;
  const megabytes = Number(value);
  if (Number.isFinite(megabytes) && megabytes > 0) return megabytes * MEGABYTE;
  throw new Error(`${VARIABLE} must be a number above 0 or "off": ${value}`);
}
