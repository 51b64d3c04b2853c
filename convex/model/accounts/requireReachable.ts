import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { needsUnicodeMail } from "../../shared/email";
import { appError } from "../errors";

/**
 * Asks the mail server about a new address that not every server can send to.
 * @throws EMAIL_UNREACHABLE, RATE_LIMITED
 */
export async function requireReachable(
  ctx: Pick<ActionCtx, "runAction" | "runMutation">,
  email: string,
): Promise<void> {
  if (!needsUnicodeMail(email)) return;
  await ctx.runMutation(internal.emailChanges.admitQuestion, {});
  const isTaken: boolean = await ctx.runAction(internal.mail.takesUnicode, {});
  if (!isTaken) throw appError("EMAIL_UNREACHABLE");
}
