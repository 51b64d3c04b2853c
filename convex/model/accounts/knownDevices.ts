import type { Doc, Id } from "../../_generated/dataModel";
import { DAY_MS } from "../../shared/limits";
import type { WriteCtx } from "../contexts";
import { isCode } from "./newCode";
import { sha256 } from "../sha256";

/** Each account remembers this many of its most recent devices. */
const MOST_DEVICES = 10;

/**
 * Finds a browser that has signed in to the account before, or null. A browser
 * identifies itself with its own random secret, which reveals nothing about the
 * password. A known device only gets its own allowance of sign-in attempts, so
 * strangers who guess passwords cannot lock the owner out.
 */
export async function findDevice(
  ctx: WriteCtx,
  userId: Id<"users">,
  device: string,
): Promise<Doc<"knownDevices"> | null> {
  if (!isCode(device)) return null; // browsers create secrets in the same format
  const deviceHash = hashOf(userId, device);
  return ctx.db
    .query("knownDevices")
    .withIndex("by_userId_and_deviceHash", (q) =>
      q.eq("userId", userId).eq("deviceHash", deviceHash),
    )
    .unique();
}

/**
 * Remembers a browser that has just proved the password or a mailed code.
 * Forgets the least recent device when the account has too many.
 */
export async function rememberDevice(
  ctx: WriteCtx,
  userId: Id<"users">,
  device: string,
): Promise<void> {
  if (!isCode(device)) return;
  const known = await findDevice(ctx, userId, device);
  const seenAt = Date.now();
  if (known) {
    if (seenAt - known.seenAt < DAY_MS) return;
    return ctx.db.patch("knownDevices", known._id, { seenAt });
  }
  const devices = await devicesOf(ctx, userId);
  for (const { _id } of devices.slice(MOST_DEVICES - 1)) {
    await ctx.db.delete("knownDevices", _id);
  }
  const deviceHash = hashOf(userId, device);
  await ctx.db.insert("knownDevices", { userId, deviceHash, seenAt });
}

export async function forgetDevices(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const { _id } of await devicesOf(ctx, userId)) {
    await ctx.db.delete("knownDevices", _id);
  }
}

/** Newest first. */
const devicesOf = (ctx: WriteCtx, userId: Id<"users">) =>
  ctx.db
    .query("knownDevices")
    .withIndex("by_userId_and_seenAt", (q) => q.eq("userId", userId))
    .order("desc")
    .take(2 * MOST_DEVICES);

/**
 * The hash covers the account too, so the rows do not reveal which accounts
 * share a browser.
 */
const hashOf = (userId: Id<"users">, device: string) =>
  sha256(`${userId} ${device}`);
