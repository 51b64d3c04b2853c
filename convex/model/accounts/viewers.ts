import { getAuthSessionId, getAuthUserId } from "@convex-dev/auth/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError, suspended } from "../errors";
import type { ViewerInfo } from "../../shared/validators";
import { findProfile, publicProfile } from "../profiles/profiles";
import {
  findSuspension,
  findSuspensionNow,
  isModerator,
  loadStanding,
  requireNotSuspended,
} from "./standing";

type AuthCtx = Pick<QueryCtx, "db" | "auth">;

/**
 * A signed-in person, perhaps unconfirmed or without a profile. Times are in
 * ms.
 */
export interface SignedIn {
  userId: Id<"users">;
  sessionId: Id<"authSessions">;
  email: string;
  joinedAt: number;
  emailConfirmedAt: number | null;
  profile: Doc<"profiles"> | null;
}

/** A person with a confirmed address and a profile, perhaps suspended. */
export interface Confirmed extends SignedIn {
  emailConfirmedAt: number;
  profile: Doc<"profiles">;
  /** Set only by `requireModerator`. */
  isModerator?: boolean;
  /** Set only by `requireOwner`. */
  suspension?: Pick<Doc<"suspensions">, "until"> | null;
}

/**
 * A confirmed person who may write. Only the checks below make one, so code that
 * asks for a member cannot be given a person who may be suspended.
 */
export interface Member extends Confirmed {
  isSuspended: false;
}

/**
 * Returns the signed-in person, or null. Also checks that the session exists,
 * because a token stays valid for up to an hour after a sign-out or a password
 * reset has ended its session.
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
    sessionId,
    email: user.email ?? "",
    joinedAt: user._creationTime,
    emailConfirmedAt: user.emailVerificationTime ?? null,
    profile: await findProfile(ctx, userId),
  };
}

/** @throws NOT_SIGNED_IN */
export async function requireSignedIn(ctx: AuthCtx): Promise<SignedIn> {
  const viewer = await findSignedIn(ctx);
  if (viewer === null) throw appError("NOT_SIGNED_IN");
  return viewer;
}

/**
 * Returns a person who may write.
 * @throws NOT_SIGNED_IN, PROFILE_MISSING, EMAIL_NOT_CONFIRMED, SUSPENDED
 */
export async function requireMember(ctx: AuthCtx): Promise<Member> {
  const viewer = await requireConfirmed(ctx);
  await requireNotSuspended(ctx, viewer.userId);
  return { ...viewer, isSuspended: false };
}

/**
 * Returns a moderator who is not suspended. Does not look at the clock, so that
 * queries can use it.
 * @throws NOT_SIGNED_IN, PROFILE_MISSING, EMAIL_NOT_CONFIRMED, NOT_A_MODERATOR,
 * SUSPENDED
 */
export async function requireModerator(ctx: AuthCtx): Promise<Member> {
  const viewer = await requireConfirmed(ctx);
  if (!(await isModerator(ctx, viewer.userId))) {
    throw appError("NOT_A_MODERATOR");
  }
  const suspension = await findSuspension(ctx, viewer.userId);
  if (suspension !== null) throw suspended(suspension.until);
  return { ...viewer, isModerator: true, isSuspended: false };
}

/**
 * Returns a person who may be suspended, for acts that owners may do during a
 * suspension. `requireAct` refuses all other acts.
 * @throws NOT_SIGNED_IN, PROFILE_MISSING, EMAIL_NOT_CONFIRMED
 */
export async function requireOwner(ctx: AuthCtx): Promise<Confirmed> {
  const viewer = await requireConfirmed(ctx);
  const suspension = await findSuspensionNow(ctx, viewer.userId);
  return { ...viewer, suspension };
}

/** @throws NOT_SIGNED_IN, PROFILE_MISSING, EMAIL_NOT_CONFIRMED */
export async function requireConfirmed(ctx: AuthCtx): Promise<Confirmed> {
  const { profile, emailConfirmedAt, ...viewer } = await requireSignedIn(ctx);
  if (profile === null) throw appError("PROFILE_MISSING");
  if (emailConfirmedAt === null) throw appError("EMAIL_NOT_CONFIRMED");
  return { ...viewer, profile, emailConfirmedAt };
}

export async function loadViewerInfo(
  ctx: Pick<QueryCtx, "db">,
  viewer: SignedIn,
): Promise<Omit<ViewerInfo, "hiddenUserIds" | "hasBegun">> {
  const { userId, email, emailConfirmedAt, profile } = viewer;
  const shown = profile === null ? null : publicProfile(profile);
  const standing = await loadStanding(ctx, userId);
  return { userId, email, emailConfirmedAt, profile: shown, ...standing };
}
