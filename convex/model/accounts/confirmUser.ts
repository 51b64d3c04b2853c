import type { Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { indexArtist } from "../profiles/artistSearch";
import { findProfile } from "../profiles/profiles";

/** Notes that a person has confirmed their address: now others can find them. */
export async function confirmUser(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const emailVerificationTime = Date.now();
  await ctx.db.patch("users", userId, { emailVerificationTime });
  const profile = await findProfile(ctx, userId);
  if (profile) await indexArtist(ctx, profile);
}
