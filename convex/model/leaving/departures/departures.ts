import { internal } from "../../../_generated/api";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { NoticeKind } from "../../../shared/leaving";
import { DEPARTURE_MS } from "../../../shared/limits";
import { endSessions } from "../../accounts/sessions";
import type { SignedIn } from "../../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../../contexts";
import { leaveMics } from "../../cyphers/mic";

export type Departure = Doc<"departures">;

/**
 * If a sign-in overlaps a request to delete the account, its session exists
 * after this time.
 */
const LATE_SIGN_IN_MS = 60_000;

/** Returns the person's departure, even if it was undone; null if none. */
export const findDeparture = (
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
): Promise<Departure | null> =>
  ctx.db
    .query("departures")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();

/** Returns the departure if it has not been undone. */
export async function findActiveDeparture(
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
): Promise<Departure | null> {
  const departure = await findDeparture(ctx, userId);
  return departure?.keptAt === null ? departure : null;
}

/**
 * Starts the seven days after which the account is removed, and returns when
 * they end. Signs the person out everywhere, frees the mic that they have, and
 * tells everyone concerned. A second request changes nothing.
 */
export async function startDeparture(
  ctx: WriteCtx,
  { userId }: Pick<SignedIn, "userId">,
): Promise<{ dueAt: number }> {
  await endSessions(ctx, userId);
  const earlier = await findDeparture(ctx, userId);
  if (earlier?.keptAt === null) return { dueAt: earlier.dueAt };
  if (earlier) await ctx.db.delete("departures", earlier._id);
  const requestedAt = Date.now();
  const dueAt = requestedAt + DEPARTURE_MS;
  const row = { userId, requestedAt, dueAt, keptAt: null };
  const departureId = await ctx.db.insert("departures", row);
  await leaveMics(ctx, userId);
  const { announce, endLateSessions } = internal.leaving;
  await ctx.scheduler.runAfter(0, announce, { departureId, after: 0 });
  await ctx.scheduler.runAfter(LATE_SIGN_IN_MS, endLateSessions, {
    departureId,
  });
  await mailNotice(ctx, userId, { kind: "leaving", dueAt });
  return { dueAt };
}

/** Ends sessions that a sign-in opened while the departure started. */
export async function endLateSessions(
  ctx: WriteCtx,
  departureId: Id<"departures">,
): Promise<void> {
  const departure = await ctx.db.get("departures", departureId);
  if (departure?.keptAt === null) await endSessions(ctx, departure.userId);
}

/**
 * Undoes a departure when its person signs in. Returns false if the removal
 * has begun: the account can no longer be saved.
 */
export async function undoDeparture(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<boolean> {
  const departure = await findActiveDeparture(ctx, userId);
  if (departure === null) return true;
  const now = Date.now();
  if (now >= departure.dueAt) return false;
  await ctx.db.patch("departures", departure._id, { keptAt: now });
  const { dropFarewells } = internal.leaving;
  await ctx.scheduler.runAfter(0, dropFarewells, {
    departureId: departure._id,
  });
  return true;
}

/**
 * Forgets that signing in kept the account, once its owner has read the notice
 * about it.
 */
export async function forgetUndone(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const departure = await findDeparture(ctx, userId);
  if (departure !== null && departure.keptAt !== null) {
    await ctx.db.delete("departures", departure._id);
  }
}

export async function mailNotice(
  ctx: WriteCtx,
  userId: Id<"users">,
  notice: { kind: NoticeKind; dueAt: number },
): Promise<void> {
  const job = { userId, ...notice, attempt: 1 };
  await ctx.scheduler.runAfter(0, internal.mail.sendNotice, job);
}
