import { internal } from "../../_generated/api";
import type { WriteCtx } from "../contexts";
import { type Departure, findActiveDeparture } from "./departures/departures";
import { removeFarewells } from "./departures/farewells";
import { removeKept } from "./departures/keptVerses";
import { findByUsername } from "../profiles/profiles";
import { closeAccount, removeProfile } from "./removeProfile";
import { removeContent, removeVotesOf, removeUploads } from "./removeContent";
import { removePieces } from "./removePieces";
import { removeCounts } from "./removeCounts";
import { removeNotices, removeSafetyRows } from "./removeSafetyRows";
import { unlinkModeration } from "./unlinkModeration";
import { removeFollowsOf } from "../circle/follows";
import { removeListensOf } from "../circle/listens";
import { removeRingsOf } from "../circle/rings";
import { leaveCyphers } from "../cyphers/cyphers";
import { removeDraftsOf } from "../words/drafts";

/**
 * Removes a bounded part of a person's data. Returns whether there may be more.
 */
type Step = (ctx: WriteCtx, departure: Departure) => Promise<boolean>;

/**
 * The order matters. Counts go after the content whose removal changes them.
 * Follows go before the content, so that followers are not told of each
 * removal.
 */
const STEPS: readonly Step[] = [
  closeAccount,
  (ctx, { userId }) => removeFollowsOf(ctx, userId),
  (ctx, { userId }) => leaveCyphers(ctx, userId),
  removeContent,
  removeVotesOf,
  removeUploads,
  removePieces,
  removeDraftsOf,
  removeNotices,
  (ctx, { userId }) => removeRingsOf(ctx, userId),
  (ctx, { userId }) => removeListensOf(ctx, userId),
  removeKept,
  removeSafetyRows,
  unlinkModeration,
  removeCounts,
  removeProfile,
  (ctx, { _id }) => removeFarewells(ctx, _id),
];

/**
 * Removes the next part of the oldest departure that is due, and schedules
 * itself while there is one. Every turn looks up what is left, so it may run
 * twice, stop at any point and be started again.
 */
export async function removeDue(ctx: WriteCtx): Promise<void> {
  const departure = await ctx.db
    .query("departures")
    .withIndex("by_keptAt_and_dueAt", (q) =>
      q.eq("keptAt", null).lte("dueAt", Date.now()),
    )
    .first();
  if (departure === null) return;
  await removeNextPart(ctx, departure);
  await ctx.scheduler.runAfter(0, internal.leaving.removeDue, {});
}

/**
 * Makes a departure due now. Returns false unless a person of this name has asked
 * to leave.
 */
export async function removeNow(
  ctx: WriteCtx,
  username: string,
): Promise<boolean> {
  const profile = await findByUsername(ctx, username);
  const departure = profile && (await findActiveDeparture(ctx, profile.userId));
  if (!departure) return false;
  await ctx.db.patch("departures", departure._id, { dueAt: Date.now() });
  await ctx.scheduler.runAfter(0, internal.leaving.removeDue, {});
  return true;
}

async function removeNextPart(ctx: WriteCtx, departure: Departure) {
  for (const step of STEPS) {
    if (await step(ctx, departure)) return;
  }
  const user = await ctx.db.get("users", departure.userId);
  if (user) await ctx.db.delete("users", departure.userId);
  await ctx.db.delete("departures", departure._id);
}
