import type { Doc, Id } from "../../_generated/dataModel";
import { NAME_KEPT_FROM_CONFIRMED_MS } from "../../shared/limits";
import type { ReadCtx } from "../contexts";
import { isConfirmed } from "./isConfirmed";

/**
 * Returns whether a person may take the name of this unconfirmed profile.
 * Someone who has confirmed their address need not wait for a day: a stranger
 * can make accounts with any name, but cannot confirm them without mailboxes.
 */
export async function mayTakeName(
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
  holder: Doc<"profiles">,
): Promise<boolean> {
  if (holder.isNameOffered === true) return true;
  const isYoung = Date.now() - holder.createdAt < NAME_KEPT_FROM_CONFIRMED_MS;
  if (isYoung || !(await isConfirmed(ctx, userId))) return false;
  return !(await isConfirmed(ctx, holder.userId));
}
