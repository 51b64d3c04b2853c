import type { Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import type { Departure } from "./departures/departures";
import { closeClaim } from "../cases/claimOutcomes";
import { dropPendingAbout, dropPendingBy } from "./dropPending";
import { removeAnswer, unlinkClaimant } from "./unlinkClaims";

const ROWS_PER_TURN = 100;

/**
 * Takes a person out of the records of moderation. The records themselves stay:
 * the log of decisions must not lose rows. Cases and decisions then point to
 * one shared former user, both for the person and for what was removed. Titles,
 * names, appeals and both sides of claims are emptied. Open cases about the
 * person are closed, because there is nothing left to decide.
 */
export async function unlinkModeration(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const changed =
    (await unlinkReports(ctx, userId)) +
    (await unlinkCases(ctx, userId)) +
    (await unlinkDecisions(ctx, userId)) +
    (await dropPendingBy(ctx, userId));
  return changed > 0;
}

/** A report stays in the queue without its reporter. */
async function unlinkReports(ctx: WriteCtx, userId: Id<"users">) {
  const cases = await ctx.db
    .query("cases")
    .withIndex("by_reporterId_and_createdAt", (q) => q.eq("reporterId", userId))
    .take(ROWS_PER_TURN);
  for (const found of cases) {
    await unlinkClaimant(ctx, found);
    await ctx.db.patch("cases", found._id, { reporterId: null });
  }
  return cases.length;
}

async function unlinkCases(ctx: WriteCtx, userId: Id<"users">) {
  const cases = await ctx.db
    .query("cases")
    .withIndex("by_ownerId_and_createdAt", (q) => q.eq("ownerId", userId))
    .take(ROWS_PER_TURN);
  for (const found of cases) {
    const { _id, kind, text, decidedAt } = found;
    await dropPendingAbout(ctx, found);
    await removeAnswer(ctx, found);
    if (decidedAt === null) await closeClaim(ctx, found);
    const nobody = await formerUser(ctx);
    await ctx.db.patch("cases", _id, {
      ownerId: nobody,
      subjectId: nobody,
      about: "",
      text: kind === "appeal" ? "" : text, // only the person concerned writes appeals
      decidedAt: decidedAt ?? Date.now(),
    });
  }
  return cases.length;
}

async function unlinkDecisions(ctx: WriteCtx, userId: Id<"users">) {
  const about = await ctx.db
    .query("decisions")
    .withIndex("by_ownerId_and_createdAt", (q) => q.eq("ownerId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of about) {
    const nobody = await formerUser(ctx);
    const unlinked = { ownerId: nobody, subjectId: nobody, about: "" };
    await ctx.db.patch("decisions", _id, unlinked);
  }
  const by = await ctx.db
    .query("decisions")
    .withIndex("by_moderatorId", (q) => q.eq("moderatorId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of by) {
    const moderatorId = await formerUser(ctx);
    await ctx.db.patch("decisions", _id, { moderatorId });
  }
  return about.length + by.length;
}

/** Returns the user that stands for everyone who has left; creates it once. */
async function formerUser(ctx: WriteCtx): Promise<Id<"users">> {
  const known = await ctx.db.query("formerUsers").first();
  if (known) return known.userId;
  const userId = await ctx.db.insert("users", {});
  await ctx.db.insert("formerUsers", { userId });
  return userId;
}
