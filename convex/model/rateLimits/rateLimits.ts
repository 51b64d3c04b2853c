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
  type Used,
  usedBy,
} from "./attempts";
import type { WriteCtx } from "../contexts";
import { type Network, networksOf } from "./networks";
import { setting } from "../setting";
import { sha256 } from "../sha256";

/** Acts of members, with a smaller limit while an account is young. */
type MemberAct = "publish" | "vote" | "report" | "follow" | "cypher";

/**
 * A share of an origin's attempts is enough for this many busy accounts,
 * because chance spreads accounts unevenly over the shares.
 */
const ACCOUNTS_PER_SHARE = 10;

/** All origins together get this many times the attempts of one origin. */
const ORIGINS_PER_ACCOUNT = 5;

/**
 * An origin is small if its young accounts have announced at most this many MiB
 * in a day.
 */
const FEW_YOUNG_MIB = 256;
/** The part of the sum of all young accounts that is kept for small origins. */
const KEPT_PART = 0.4;

interface Joined {
  readonly userId: Id<"users">;
  /** In ms. */
  readonly joinedAt: number;
}

/** Returns whether an account is so new that smaller limits hold. */
export const isYoung = ({ joinedAt }: Joined) =>
  Date.now() - joinedAt < YOUNG_ACCOUNT_MS;

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
 * limits holds.
 */
export async function enforceMemberLimit(
  ctx: WriteCtx,
  act: MemberAct,
  member: Joined,
): Promise<void> {
  const { userId } = member;
  const scope = isYoung(member) ? "youngAccount" : "account";
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
 * address, so its attempts are divided into shares, and each member counts in
 * one of them: few then write the same row. No share is smaller than the limit
 * of one account.
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
 * Like `enforceLimit`, for acts that name no account. Counts nothing if the
 * origin is unknown.
 */
export async function enforceOriginLimit(
  ctx: WriteCtx,
  act: LimitedAct,
): Promise<void> {
  for (const { name, allowance } of await findNetworks(ctx))
    await enforce(ctx, act, "origin", name, allowance);
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
    await enforce(ctx, act, "account", `${account} ${name}`, allowance);
  await enforceOriginLimit(ctx, act);
}

/**
 * Counts an attempt to sign in. A device that the account knows has its own
 * allowance. All other attempts on an account also share one limit, so guessing
 * from many origins stays slow. Returns false if that shared limit is
 * exhausted: the owner can then get in with a mailed code.
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
  const waitMs = await attempt(ctx, "signIn", "account", {
    who: `everywhere ${email}`,
    times: ORIGINS_PER_ACCOUNT,
  });
  return waitMs === 0;
}

/**
 * Counts MiB that a young account announces, for the request's origin and for
 * all young accounts together. Counts nothing for older accounts. Returns what
 * it has used of their sums.
 * @throws RATE_LIMITED
 */
export async function enforceYoungSums(
  ctx: WriteCtx,
  member: Joined,
  weight: number,
): Promise<Used[]> {
  if (!isYoung(member)) return [];
  const { periodMs } = LIMITS.youngUpload;
  const rateOfSum = (attempts: number) => ({ attempts, periodMs, weight });
  const used: Used[] = [];
  for (const { counted, attempts } of await youngSumsOfOrigin(ctx)) {
    await count(ctx, "youngUpload", counted, attempts, weight);
    used.push(...(await usedBy(ctx, counted, rateOfSum(attempts))));
  }
  const few = { who: "site", few: FEW_YOUNG_MIB, weight };
  const isSmall = (await isAmongFirst(ctx, "youngUpload", few)) !== false;
  let waitMs = 0;
  for (const { counted, attempts } of youngShares(member, isSmall)) {
    const rate = rateOfSum(attempts);
    waitMs = await countAttempt(ctx, counted, rate);
    if (waitMs === 0) return [...used, ...(await usedBy(ctx, counted, rate))];
  }
  if (waitMs > 0) throw rateLimited(waitMs);
  return used;
}

/**
 * Gives back a part, from 0 to 1, of what `enforceYoungSums` has used for a file
 * of which this part will not come.
 */
export async function giveBackYoungSums(
  ctx: WriteCtx,
  used: readonly Used[],
  part: number,
): Promise<void> {
  for (const one of used) await giveBack(ctx, one, part);
}

interface YoungSum {
  readonly counted: Counted;
  readonly attempts: number;
}

/**
 * Returns the counters of the networks that an upload of a young account counts
 * in.
 */
async function youngSumsOfOrigin(ctx: WriteCtx): Promise<YoungSum[]> {
  const each = rateOf("youngUpload", "origin");
  if (each === null) return [];
  return (await findNetworks(ctx)).map(({ name, allowance }) => ({
    counted: { limit: limitName("youngUpload", "origin"), who: name },
    attempts: allowance * each,
  }));
}

/**
 * Returns the shares of the site's sum, those of an account first: an upload
 * counts in the first share that has room. Few accounts then write the same
 * row, and nobody is refused while any share has room. A share is as large as
 * the limit of one origin. Some shares are kept for small origins: otherwise
 * fifty new accounts could announce all of a day's MiB, send nothing, and keep
 * every newcomer out.
 */
function youngShares({ userId }: Joined, isSmall: boolean): YoungSum[] {
  const site = rateOf("youngUpload", "site");
  if (site === null) return [];
  const each = rateOf("youngUpload", "origin") ?? site;
  const shares = Math.max(1, Math.floor(site / each));
  const kept = Math.floor(shares * KEPT_PART);
  const from = (first: number, count: number) =>
    Array.from(
      { length: count },
      (_, n) => first + ((shareOf(userId, count) + n) % count),
    );
  const open = from(kept, shares - kept);
  return (isSmall ? [...from(0, kept), ...open] : open).map((share) => ({
    counted: { limit: limitName("youngUpload", "site"), who: `${share}` },
    attempts: site / shares,
  }));
}

interface Turn {
  readonly act: LimitedAct;
  readonly scope: LimitScope;
  readonly who: string;
  /** The part of the limit that `who` gets. Default: all of it. */
  readonly share?: number;
}

/**
 * Counts something that may wait for its turn, up to `longestWaitMs`, and
 * returns the wait in ms. If the wait would be longer, counts nothing.
 */
export async function bookTurn(
  ctx: WriteCtx,
  { act, scope, who, share = 1 }: Turn,
  longestWaitMs: number,
): Promise<number> {
  const rate = rateOf(act, scope);
  if (rate === null) return 0;
  const attempts = share * rate;
  const { periodMs } = LIMITS[act];
  const counted = { limit: limitName(act, scope), who };
  return bookAttempt(ctx, counted, { attempts, periodMs, longestWaitMs });
}

/**
 * Counts an act of the request's origin, and returns whether it is among the
 * first `few` within the period; null if the origin is unknown. `weight` is how
 * many acts it counts as.
 */
export async function isAmongFirst(
  ctx: WriteCtx,
  act: LimitedAct,
  { who, few, weight = 1 }: { who: string; few: number; weight?: number },
): Promise<boolean | null> {
  const networks = await findNetworks(ctx);
  const { periodMs } = LIMITS[act];
  for (const { name, allowance } of networks) {
    const counted = { limit: `${act}:first`, who: `${who} ${name}` };
    const rate = { attempts: few * allowance, periodMs, weight };
    if ((await countAttempt(ctx, counted, rate)) > 0) return false;
  }
  return networks.length > 0 || null;
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
  times = 1,
) {
  const waitMs = await attempt(ctx, act, scope, { who, times });
  if (waitMs > 0) throw rateLimited(waitMs);
}

/** Returns the time to wait, or 0 if the attempt was counted. */
async function attempt(
  ctx: WriteCtx,
  act: LimitedAct,
  scope: LimitScope,
  { who, times }: { who: string; times: number },
): Promise<number> {
  const option = rateOf(act, scope);
  if (option === null) return 0;
  const rate = { attempts: times * option, periodMs: LIMITS[act].periodMs };
  return countAttempt(ctx, { limit: limitName(act, scope), who }, rate);
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
