import type { Doc, Id } from "../../_generated/dataModel";
import type { CaseRefusal } from "../../shared/moderation";
import {
  findSuspension,
  isModerator,
  requireNotSuspended,
} from "../accounts/standing";
import type { ReadCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";
import { findInterest, type Moderator } from "./interests";
import { listModerators } from "./moderators";

type Case = Doc<"cases">;

/**
 * Returns why this moderator may not decide about a case, or null if they may.
 * An appeal goes to the moderator who made the decision only if no other one may
 * decide it.
 */
export async function findRefusal(
  ctx: ReadCtx,
  actor: Moderator,
  found: Case,
): Promise<CaseRefusal | null> {
  const refusal = await findInterest(ctx, actor, found);
  if (refusal !== null) return refusal;
  const appealed = await findAppealed(ctx, found);
  if (appealed?.moderatorId !== actor.userId) return null;
  return (await canAnotherDecide(ctx, actor, found)) ? "OWN_DECISION" : null;
}

/** Leaves out moderators who are suspended or a party to the case. */
async function canAnotherDecide(
  ctx: ReadCtx,
  { userId }: Moderator,
  found: Case,
): Promise<boolean> {
  for (const otherId of await listModerators(ctx)) {
    const other = otherId === userId ? null : await findActor(ctx, otherId);
    const isFree = other && (await findInterest(ctx, other, found)) === null;
    if (isFree) return true;
  }
  return false;
}

/** Queries use no clock: a suspension lasts until its row is deleted. */
async function findActor(
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<Moderator | null> {
  const profile = await findProfile(ctx, userId);
  if (profile === null) return null;
  const isSuspended = (await findSuspension(ctx, userId)) !== null;
  return makeActor(ctx, profile, isSuspended);
}

async function makeActor(
  ctx: ReadCtx,
  { userId, role }: Doc<"profiles">,
  isSuspended: boolean,
): Promise<Moderator> {
  const email = (await ctx.db.get("users", userId))?.email ?? "";
  return { userId, email, role, isModerator: true, isSuspended };
}

/** Returns the decision that an appeal is about; null for other cases. */
export async function findAppealed(
  ctx: ReadCtx,
  { _id, kind }: Case,
): Promise<Doc<"decisions"> | null> {
  if (kind !== "appeal") return null;
  const appeal = await ctx.db
    .query("appeals")
    .withIndex("by_caseId", (q) => q.eq("caseId", _id))
    .unique();
  return appeal && (await ctx.db.get("decisions", appeal.decisionId));
}

/**
 * Returns whether the person who decided may still do so: they may have been
 * dismissed, or suspended, since.
 */
export async function mayStillDecide(
  ctx: ReadCtx,
  moderatorId: Id<"users">,
  found: Case,
): Promise<boolean> {
  const profile = await findProfile(ctx, moderatorId);
  if (profile === null || !(await isModerator(ctx, moderatorId))) return false;
  const isSuspended = await requireNotSuspended(ctx, moderatorId).then(
    () => false,
    () => true,
  );
  const actor = await makeActor(ctx, profile, isSuspended);
  return (await findRefusal(ctx, actor, found)) === null;
}
