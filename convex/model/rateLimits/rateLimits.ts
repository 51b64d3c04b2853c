import type { Id } from "../../_generated/dataModel";
import { rateLimited } from "../errors";
import { YOUNG_ACCOUNT_MS } from "../../shared/limits";
import {
  type LimitedAct,
  LIMITED_ACTS,
  LIMITS,
  type LimitScope,
  limitVariable,
} from "../../shared/rateLimits";
import {
  bookAttempt,
  type Counted,
  countAttempt,
  forgetAttempts,
  giveBack,
} from "./attempts";
import type { WriteCtx } from "../contexts";
import { type Network, networksOf } from "./networks";
import { setting } from "../setting";
import { sha256 } from "../sha256";

/** Acts of members, with a smaller limit while an account is young. */
type MemberAct = "publish" | "vote" | "report";

/**
 * A share of an origin's attempts is enough for this many busy accounts: chance
 * spreads accounts unevenly.
 */
const ACCOUNTS_PER_SHARE = 10;

/** All origins together get this many times the attempts of one origin. */
const ORIGINS_PER_ACCOUNT = 5;

/**
 * Counts one attempt of `account`, and of the request's origin if it is known.
 * @throws RATE_LIMITED with the time to wait
 */
export async function enforceLimit(
  ctx: WriteCtx,
  act: LimitedAct,
  account: string,
): Promise<void> {
  await enforce(ctx, act, "account", account);
  await enforceShareOfOrigin(ctx, act, account);
}

/**
 * Like `enforceLimit`. While the account is young, the smaller of its two
 * limits holds. `joinedAt` is in ms.
 */
export async function enforceMemberLimit(
  ctx: WriteCtx,
  act: MemberAct,
  { userId, joinedAt }: { userId: Id<"users">; joinedAt: number },
): Promise<void> {
  const isYoung = Date.now() - joinedAt < YOUNG_ACCOUNT_MS;
  const scope = isYoung ? "youngAccount" : "account";
  const rates = [rateOf(act, "account"), rateOf(act, scope)].filter(
    (rate) => rate !== null,
  );
  const limit = limitName(act, scope);
  if (rates.length > 0)
    await count(ctx, act, { limit, who: userId }, Math.min(...rates));
  await enforceShareOfOrigin(ctx, act, userId);
}

/**
 * Counts an attempt of the request's origin. Thousands of members may share an
 * address, so each counts in one of several shares of its attempts, and few
 * write the same row. No share is smaller than what one account may do alone.
 */
async function enforceShareOfOrigin(
  ctx: WriteCtx,
  act: LimitedAct,
  account: string,
): Promise<void> {
  const each = rateOf(act, "origin");
  if (each === null) return;
  const limit = limitName(act, "origin");
  for (const { name, allowance } of await findNetworks(ctx)) {
    const rate = each * allowance;
    const ofAccount = rateOf(act, "account") ?? rate;
    const shares = Math.floor(rate / ofAccount / ACCOUNTS_PER_SHARE);
    const who = shares < 2 ? name : `${name} ${shareOf(account, shares)}`;
    await count(ctx, act, { limit, who }, rate / Math.max(1, shares));
  }
}

/** Returns the same share for an account each time, counted from 0. */
const shareOf = (account: string, shares: number) =>
  parseInt(sha256(account).slice(0, 8), 16) % shares;

/**
 * Like `enforceLimit`, for acts that name no account. An act may count as
 * several. Counts nothing if the origin is unknown.
 */
export async function enforceOriginLimit(
  ctx: WriteCtx,
  act: LimitedAct,
  weight = 1,
): Promise<void> {
  for (const { name, allowance } of await findNetworks(ctx))
    await enforce(ctx, act, "origin", name, { times: allowance, weight });
}

/**
 * Like `enforceLimit`, for acts that need no sign-in and name someone's
 * address. Counts the account separately for each origin, so a stranger cannot
 * use up the owner's attempts.
 */
export async function enforceStrangerLimit(
  ctx: WriteCtx,
  act: LimitedAct,
  account: string,
): Promise<void> {
  const networks = await findNetworks(ctx);
  const origins = networks.length > 0 ? networks : [{ name: "", allowance: 1 }];
  for (const { name, allowance } of origins)
    await enforce(ctx, act, "account", `${account} ${name}`, {
      times: allowance,
    });
  await enforceOriginLimit(ctx, act);
}

/**
 * Counts an attempt to sign in. A device the account knows has its own
 * allowance. All other attempts on an account also share one limit, so guessing
 * from many origins stays slow. Returns false if that one is exhausted: the owner
 * gets in with a mailed code then.
 * @throws RATE_LIMITED if this origin or this device tries too often
 */
export async function enforceSignInLimit(
  ctx: WriteCtx,
  email: string,
  knownDeviceId: Id<"knownDevices"> | null,
): Promise<boolean> {
  if (knownDeviceId !== null) {
    await enforce(ctx, "signIn", "account", `device ${knownDeviceId}`);
    return true;
  }
  await enforceStrangerLimit(ctx, "signIn", email);
  const option = rateOf("signIn", "account");
  if (option === null) return true;
  const limit = limitName("signIn", "account");
  const waitMs = await countAttempt(
    ctx,
    { limit, who: `everywhere ${email}` },
    {
      attempts: ORIGINS_PER_ACCOUNT * option,
      periodMs: LIMITS.signIn.periodMs,
    },
  );
  return waitMs === 0;
}

/**
 * Counts MiB that a young account announces, for the request's origin and for all
 * young accounts together, whoever made them. Each counts in one share of the
 * latter, which is as large as what one origin may do.
 * @throws RATE_LIMITED
 */
export async function enforceYoungSums(
  ctx: WriteCtx,
  account: string,
  weight: number,
): Promise<void> {
  await enforceOriginLimit(ctx, "youngUpload", weight);
  const share = shareOfSite(account);
  if (share === null) return;
  await count(ctx, "youngUpload", share.counted, share.attempts, weight);
}

/** Returns what an account counts in of the site's sum; null if there is no such limit. */
function shareOfSite(
  account: string,
): { counted: Counted; attempts: number } | null {
  const site = rateOf("youngUpload", "site");
  if (site === null) return null;
  const ofOrigin = rateOf("youngUpload", "origin") ?? site;
  const shares = Math.max(1, Math.floor(site / ofOrigin));
  const limit = limitName("youngUpload", "site");
  const counted = { limit, who: `${shareOf(account, shares)}` };
  return { counted, attempts: site / shares };
}

/** Gives back what `enforceYoungSums` has counted for a file that does not come. */
export async function giveBackYoungSums(
  ctx: WriteCtx,
  account: string,
  weight: number,
): Promise<void> {
  const { periodMs } = LIMITS.youngUpload;
  const ofOrigin = rateOf("youngUpload", "origin");
  const limit = limitName("youngUpload", "origin");
  for (const { name, allowance } of await findNetworks(ctx)) {
    if (ofOrigin === null) break;
    const rate = { attempts: allowance * ofOrigin, periodMs, weight };
    await giveBack(ctx, { limit, who: name }, rate);
  }
  const share = shareOfSite(account);
  if (share === null) return;
  const rate = { attempts: share.attempts, periodMs, weight };
  await giveBack(ctx, share.counted, rate);
}

/**
 * Counts something that may wait for its turn, up to `longestWaitMs`, and
 * returns how long. More than that means that it has no turn, and counts
 * nothing.
 */
export async function bookTurn(
  ctx: WriteCtx,
  { act, scope, who }: { act: LimitedAct; scope: LimitScope; who: string },
  longestWaitMs: number,
): Promise<number> {
  const attempts = rateOf(act, scope);
  if (attempts === null) return 0;
  const { periodMs } = LIMITS[act];
  const counted = { limit: limitName(act, scope), who };
  return bookAttempt(ctx, counted, { attempts, periodMs, longestWaitMs });
}

/**
 * Deletes the counters of accounts, given by the names they are counted under.
 * Counters that also name an origin or another account cannot be found; they
 * expire within a day.
 */
export async function forgetLimits(
  ctx: WriteCtx,
  accounts: readonly string[],
): Promise<void> {
  for (const act of LIMITED_ACTS) {
    for (const scope of ["account", "youngAccount"] as const) {
      const limit = limitName(act, scope);
      for (const who of accounts) await forgetAttempts(ctx, { limit, who });
    }
  }
}

const limitName = (act: LimitedAct, scope: LimitScope) => `${act}:${scope}`;

/** Returns the networks that the request's address counts in; none if it is unknown. */
async function findNetworks(ctx: WriteCtx): Promise<readonly Network[]> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return ip === null ? [] : networksOf(ip);
}

async function enforce(
  ctx: WriteCtx,
  act: LimitedAct,
  scope: LimitScope,
  who: string,
  { times = 1, weight = 1 }: { times?: number; weight?: number } = {},
) {
  const option = rateOf(act, scope);
  if (option === null) return;
  const counted = { limit: limitName(act, scope), who };
  await count(ctx, act, counted, times * option, weight);
}

async function count(
  ctx: WriteCtx,
  act: LimitedAct,
  counted: Counted,
  attempts: number,
  weight = 1,
) {
  const rate = { attempts, periodMs: LIMITS[act].periodMs, weight };
  const waitMs = await countAttempt(ctx, counted, rate);
  if (waitMs > 0) throw rateLimited(waitMs);
}

/** Returns null if there is no such limit. */
function defaultOf(act: LimitedAct, scope: LimitScope): number | null {
  const limits: Partial<Record<LimitScope, number>> = LIMITS[act];
  return limits[scope] ?? null;
}

function rateOf(act: LimitedAct, scope: LimitScope): number | null {
  const variable = limitVariable(act, scope);
  const value = setting(variable);
  if (value === null) return defaultOf(act, scope);
  if (value === "off") return null;
  const rate = Number(value);
  if (Number.isFinite(rate) && rate > 0) return rate;
  throw new Error(`${variable} must be a number above 0 or "off": ${value}`);
}
