import { getAuthSessionId, getAuthUserId } from "@convex-dev/auth/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { appError } from "../errors";
import type { ViewerInfo } from "../shared/validators";
import { findProfile, publicProfile } from "./profiles";

type AuthCtx = Pick<QueryCtx, "db" | "auth">;

export interface SignedIn {
  userId: Id<"users">;
  email: string;
  emailConfirmedAt: number | null;
  profile: Doc<"profiles"> | null;
}

export interface Member extends SignedIn {
  emailConfirmedAt: number;
  profile: Doc<"profiles">;
}

/**
 * The session is read too, because a token stays valid for up to an hour after
 * its session has ended by sign-out or reset.
 */
export async function findSignedIn(ctx: AuthCtx): Promise<SignedIn | null> {
  const userId = await getAuthUserId(ctx);
  const sessionId = await getAuthSessionId(ctx);
  if (userId === null || sessionId === null) return null;
  const session = await ctx.db.get("authSessions", sessionId);
  const user = await ctx.db.get("users", userId);
  if (session?.userId !== userId || user === null) return null;
  return {
    userId,
    email: user.email ?? "",
    emailConfirmedAt: user.emailVerificationTime ?? null,
    profile: await findProfile(ctx, userId),
  };
}

export async function requireSignedIn(ctx: AuthCtx): Promise<SignedIn> {
  const viewer = await findSignedIn(ctx);
  if (viewer === null) throw appError("NOT_SIGNED_IN");
  return viewer;
}

export async function requireMember(ctx: AuthCtx): Promise<Member> {
  const { profile, emailConfirmedAt, ...viewer } = await requireSignedIn(ctx);
  if (profile === null) throw appError("PROFILE_MISSING");
  if (emailConfirmedAt === null) throw appError("EMAIL_NOT_CONFIRMED");
  return { ...viewer, profile, emailConfirmedAt };
}

export function viewerInfo(viewer: SignedIn): ViewerInfo {
  const { userId, email, emailConfirmedAt, profile } = viewer;
  const shown = profile === null ? null : publicProfile(profile);
  return { userId, email, emailConfirmedAt, profile: shown };
}
