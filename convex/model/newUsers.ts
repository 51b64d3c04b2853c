import type { GenericMutationCtx, AnyDataModel } from "convex/server";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ProfileInput } from "../shared/profileFields";
import { mailCode } from "./mailedCodes";
import { createProfile } from "./profiles";

export interface SignUpProfile extends ProfileInput {
  email: string;
}

/**
 * User, profile and the mail with the confirmation link, in the transaction of
 * the sign-up: all of it or, when the username is taken, nothing.
 */
export async function createUser(
  authCtx: GenericMutationCtx<AnyDataModel>,
  args: { existingUserId: Id<"users"> | null; profile: object },
): Promise<Id<"users">> {
  if (args.existingUserId !== null) return args.existingUserId;
  const ctx = authCtx as MutationCtx; // the same context, typed by our schema
  const { email, ...input } = args.profile as SignUpProfile; // as credentials.ts sent it
  const userId = await ctx.db.insert("users", { email });
  await createProfile(ctx, userId, input);
  await mailCode(ctx, userId, "confirm");
  return userId;
}
