import type { GenericMutationCtx, AnyDataModel } from "convex/server";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { ProfileInput } from "../../shared/profileFields";
import { mailCode } from "./mailedCodes";
import { createProfile } from "../profiles/profiles";

export interface SignUpProfile extends ProfileInput {
  email: string;
}

/**
 * Creates the user and the profile and schedules the confirmation mail, all in
 * the sign-up's transaction. If the username is taken, nothing is created.
 * Convex Auth calls this for existing users too; they are left unchanged.
 */
export async function createUser(
  authCtx: GenericMutationCtx<AnyDataModel>,
  args: { existingUserId: Id<"users"> | null; profile: object },
): Promise<Id<"users">> {
  if (args.existingUserId !== null) return args.existingUserId;
  const ctx = authCtx as MutationCtx; // the same context, typed by our schema
  const { email, ...input } = args.profile as SignUpProfile; // the shape signInOrUp.ts sends
  const userId = await ctx.db.insert("users", { email });
  await createProfile(ctx, userId, input);
  await mailCode(ctx, userId, "confirm");
  return userId;
}
