import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { NAME_KEPT_MS } from "../../shared/limits";
import type { WriteCtx } from "../contexts";
import { listUnconfirmed } from "./isConfirmed";
import { findProfile } from "./profiles";

const USERS_PER_TURN = 100;

/**
 * Marks the names of accounts that are still unconfirmed after a day, so that
 * anyone may take them. An account keeps its name until somebody does, for
 * people who confirm later. Looks at accounts created after `afterAt`, in
 * batches.
 */
export async function offerNames(
  ctx: WriteCtx,
  afterAt: number,
): Promise<void> {
  const users = await listUnconfirmed(ctx, {
    afterAt,
    ageMs: NAME_KEPT_MS,
    most: USERS_PER_TURN,
  });
  for (const { _id } of users) await offerName(ctx, _id);
  const last = users.at(-1);
  if (last === undefined || users.length < USERS_PER_TURN) return;
  const rest = { afterAt: last._creationTime };
  await ctx.scheduler.runAfter(0, internal.profiles.offerNames, rest);
}

async function offerName(ctx: WriteCtx, userId: Id<"users">): Promise<void> {
  const profile = await findProfile(ctx, userId);
  if (profile === null || profile.isNameOffered === true) return;
  await ctx.db.patch("profiles", profile._id, { isNameOffered: true });
}
