import type { Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { indexArtist } from "../profiles/artistSearch";
import { findProfile } from "../profiles/profiles";
import { mailNotice } from "./securityMails";

/**
 * Marks a person's address as confirmed, so that others can find them. If
 * somebody else has taken their username meanwhile, a mail tells them so.
 */
export async function confirmUser(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const emailVerificationTime = Date.now();
  await ctx.db.patch("users", userId, { emailVerificationTime });
  const profile = await findProfile(ctx, userId);
  if (profile === null) return;
  const none = { isNameOffered: undefined, lostName: undefined };
  await ctx.db.patch("profiles", profile._id, none);
  if (profile.lostName !== undefined) await mailNotice(ctx, userId, "nameLost");
  await indexArtist(ctx, profile);
}
