import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { isEmail, normalizeEmail } from "../../shared/email";
import type { CorrectedEmail } from "../../shared/validators";
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
  const newEmail = newAddress(email);
  const { secret } = await hashOwnPassword(ctx, password);
  await requireReachable(ctx, newEmail);
  const request = { newEmail, secret };
  const create = internal.emailChanges.create;
  const isStored: boolean = await ctx.runMutation(create, request);
  if (!isStored) throw appError("EMAIL_TAKEN");
}

/** Runs `account.correctEmail`. */
export async function askToCorrect(
  ctx: ActionCtx,
  typed: string,
): Promise<CorrectedEmail> {
  const email = newAddress(typed);
  await requireReachable(ctx, email);
  return ctx.runMutation(internal.emailChanges.correct, { email });
}

function newAddress(typed: string): string {
  const email = normalizeEmail(typed);
  if (email === "") throw appError("EMAIL_REQUIRED");
  if (!isEmail(email)) throw appError("EMAIL_INVALID");
  return email;
}
