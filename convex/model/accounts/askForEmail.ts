import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { isEmail, normalizeEmail } from "../../shared/email";
import { appError } from "../errors";
import { hashOwnPassword } from "./ownPassword";
import { requireReachable } from "./requireReachable";

/**
 * Runs `emailChanges.request`. Checks the address before it hashes the
 * password, because hashing is expensive.
 */
export async function askForEmail(
  ctx: ActionCtx,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const newEmail = normalizeEmail(email);
  if (newEmail === "") throw appError("EMAIL_REQUIRED");
  if (!isEmail(newEmail)) throw appError("EMAIL_INVALID");
  const { secret } = await hashOwnPassword(ctx, password);
  await requireReachable(ctx, newEmail);
  const request = { newEmail, secret };
  const create = internal.emailChanges.create;
  const isStored: boolean = await ctx.runMutation(create, request);
  if (!isStored) throw appError("EMAIL_TAKEN");
}
