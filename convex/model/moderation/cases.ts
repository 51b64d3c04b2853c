import type { Doc, Id } from "../../_generated/dataModel";
import type { Actor } from "../../shared/permissions";
import type { Member } from "../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";

/** @throws CASE_NOT_FOUND */
export async function loadCase(
  ctx: ReadCtx,
  caseId: string,
): Promise<Doc<"cases">> {
  const id = ctx.db.normalizeId("cases", caseId);
  const found = id && (await ctx.db.get("cases", id));
  if (!found) throw appError("CASE_NOT_FOUND");
  return found;
}

/**
 * Notes that a moderator has opened a case. Later calls change nothing.
 * @throws CASE_NOT_FOUND, RATE_LIMITED
 */
export async function acknowledgeCase(
  ctx: WriteCtx,
  viewer: Member,
  caseId: string,
): Promise<void> {
  await enforceLimit(ctx, "moderate", viewer.userId);
  const { _id, acknowledgedAt } = await loadCase(ctx, caseId);
  if (acknowledgedAt !== null) return;
  await ctx.db.patch("cases", _id, { acknowledgedAt: Date.now() });
}

/**
 * Returns when the next step of a case is due: to acknowledge it, then to
 * decide.
 */
export const dueAtOf = ({
  acknowledgedAt,
  acknowledgeBy,
  decideBy,
}: Doc<"cases">): number =>
  acknowledgedAt === null ? Math.min(acknowledgeBy, decideBy) : decideBy;

export const actorOf = ({
  userId,
  profile,
}: Member): Actor & { userId: Id<"users"> } => ({
  userId,
  role: profile.role,
  isModerator: true,
});
