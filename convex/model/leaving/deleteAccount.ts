import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import {
  type Credentials,
  requirePassword,
  requirePlausible,
} from "../accounts/requirePassword";

/** Starts the deletion of the caller's account; see `leaving.deleteAccount`. */
export async function deleteAccount(
  ctx: ActionCtx,
  password: string,
): Promise<{ dueAt: number }> {
  requirePlausible(password);
  const { admit, start } = internal.leaving;
  const owner: Credentials = await ctx.runMutation(admit, {});
  await requirePassword(ctx, owner, password);
  return ctx.runMutation(start, {});
}
