import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { UNCONFIRMED_MS } from "../../shared/limits";
import { hasWorkingLink } from "../accounts/mailedCodes";
import type { ReadCtx, WriteCtx } from "../contexts";
import { listUnconfirmed } from "../profiles/isConfirmed";
import { findDeparture } from "./departures/departures";
import { countBelongings } from "./belongings";
import { startRemoval } from "./startRemoval";

const USERS_PER_TURN = 10;
const MOST_CASES = 20;

/**
 * Starts the removal of accounts that are still unconfirmed after seven days, and
 * frees their addresses at once. Looks at those created after `afterAt`, in
 * batches.
 */
export async function removeUnconfirmed(
  ctx: WriteCtx,
  afterAt: number,
): Promise<void> {
  const users = await listUnconfirmed(ctx, {
    afterAt,
    ageMs: UNCONFIRMED_MS,
    most: USERS_PER_TURN,
  });
  for (const user of users) {
    if (await isAbandoned(ctx, user)) await startRemoval(ctx, user._id);
  }
  const last = users.at(-1);
  const { removeUnconfirmed: next, removeDue } = internal.leaving;
  if (last === undefined || users.length < USERS_PER_TURN) {
    await ctx.scheduler.runAfter(0, removeDue, {});
  } else {
    const rest = { afterAt: last._creationTime };
    await ctx.scheduler.runAfter(0, next, rest);
  }
}

/**
 * Returns whether an unconfirmed account may be removed: no mailed link can
 * still confirm it, and no content would be removed with it. A person without
 * an address is being removed already.
 */
async function isAbandoned(
  ctx: ReadCtx,
  { _id, email }: Doc<"users">,
): Promise<boolean> {
  if (email === undefined) return false;
  const departure = await findDeparture(ctx, _id);
  if (departure?.keptAt === null) return false;
  if (await hasWorkingLink(ctx, _id)) return false;
  const { beats, verses, votes } = await countBelongings(ctx, _id);
  if (beats + verses + votes > 0) return false;
  return !(await hasOpenCase(ctx, _id));
}

/** A claim would lose the name and the proof of the person who made it. */
async function hasOpenCase(
  ctx: ReadCtx,
  reporterId: Id<"users">,
): Promise<boolean> {
  const cases = await ctx.db
    .query("cases")
    .withIndex("by_reporterId_and_createdAt", (q) =>
      q.eq("reporterId", reporterId),
    )
    .order("desc")
    .take(MOST_CASES);
  return cases.some(({ decidedAt }) => decidedAt === null);
}
