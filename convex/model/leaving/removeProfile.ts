import type { Doc, Id } from "../../_generated/dataModel";
import { removeAccountTraces } from "../accounts/accountTraces";
import { forgetDevices } from "../accounts/knownDevices";
import { forgetSignInCodes } from "../accounts/signInCodes";
import { endSessions } from "../accounts/sessions";
import { addressForms } from "../accounts/addressForms";
import type { WriteCtx } from "../contexts";
import type { Departure } from "./departures/departures";
import { dropArtist } from "../profiles/artistSearch";
import { findProfile } from "../profiles/profiles";
import { dropLooks } from "../profiles/usernameLooks";
import { forgetLimits } from "../rateLimits/rateLimits";
import { unlinkClaimsFrom } from "./unlinkClaims";

const ROWS_PER_TURN = 100;

/**
 * Makes signing in impossible and frees the e-mail address. This comes first,
 * so nobody can come back to an account that is half removed.
 */
export async function closeAccount(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  await endSessions(ctx, userId);
  const accounts = await ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
  for (const account of accounts) await removeSignIn(ctx, account);
  const user = await ctx.db.get("users", userId);
  if (user?.email === undefined) return accounts.length > 0;
  const isConfirmed = user.emailVerificationTime !== undefined;
  if (isConfirmed && (await unlinkClaimsFrom(ctx, user.email))) return true;
  if (await forgetSignInCodes(ctx, userId)) return true;
  await forgetAttempts(ctx, userId, user.email);
  await forgetDevices(ctx, userId);
  await ctx.db.replace("users", userId, {});
  return true;
}

/** Deletes a way to sign in, with what Convex Auth keeps about it. */
async function removeSignIn(
  ctx: WriteCtx,
  { _id }: Doc<"authAccounts">,
): Promise<void> {
  const codes = await ctx.db
    .query("authVerificationCodes")
    .withIndex("accountId", (q) => q.eq("accountId", _id))
    .take(ROWS_PER_TURN);
  for (const code of codes) {
    await ctx.db.delete("authVerificationCodes", code._id);
  }
  const limits = await ctx.db
    .query("authRateLimits")
    .withIndex("identifier", (q) => q.eq("identifier", _id))
    .take(ROWS_PER_TURN);
  for (const limit of limits) await ctx.db.delete("authRateLimits", limit._id);
  await ctx.db.delete("authAccounts", _id);
}

/** Deletes the counters of attempts that are kept under the person's name. */
async function forgetAttempts(
  ctx: WriteCtx,
  userId: Id<"users">,
  email: string,
): Promise<void> {
  const devices = await ctx.db
    .query("knownDevices")
    .withIndex("by_userId_and_seenAt", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
  const ofDevices = devices.map(({ _id }) => `device ${_id}`);
  await forgetLimits(ctx, [
    userId,
    `change ${userId}`,
    ...addressForms(email).flatMap((form) => [
      form,
      `${form} `,
      `everywhere ${form}`,
      `reset ${form}`,
    ]),
    ...ofDevices,
  ]);
}

/** Deletes the profile, its search entries and what /account keeps. */
export async function removeProfile(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const hadTraces = await removeAccountTraces(ctx, userId);
  const profile = await findProfile(ctx, userId);
  if (profile === null) return hadTraces;
  await dropArtist(ctx, userId);
  await dropLooks(ctx, userId);
  await ctx.db.delete("profiles", profile._id);
  return true;
}
