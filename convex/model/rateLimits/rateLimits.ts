import ipaddr from "ipaddr.js";
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
} from "./attempts";
import type { WriteCtx } from "../contexts";
import { setting } from "../setting";
import { sha256 } from "../sha256";

/** Acts of members, with a smaller limit while an account is young. */
type MemberAct = "publish" | "vote" | "report";

/**
 * Number of groups in a /64 network. Providers hand out IPv6 in networks of at
 * least this size, so one person controls all of its addresses.
 */
const IPV6_GROUPS = 4;

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
  const origin = await findOrigin(ctx);
  const rate = rateOf(act, "origin");
  if (origin === null || rate === null) return;
  const ofAccount = rateOf(act, "account") ?? rate;
  const shares = Math.floor(rate / ofAccount / ACCOUNTS_PER_SHARE);
  const limit = limitName(act, "origin");
  if (shares < 2) return count(ctx, act, { limit, who: origin }, rate);
  const share = parseInt(sha256(account).slice(0, 8), 16) % shares;
  const who = `${origin} ${share}`;
  await count(ctx, act, { limit, who }, rate / shares);
}

/**
 * Like `enforceLimit`, for acts that name no account. Counts nothing if the
 * origin is unknown.
 */
export async function enforceOriginLimit(
  ctx: WriteCtx,
  act: LimitedAct,
): Promise<void> {
  const origin = await findOrigin(ctx);
  if (origin !== null) await enforce(ctx, act, "origin", origin);
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
  const origin = await findOrigin(ctx);
  await enforce(ctx, act, "account", `${account} ${origin ?? ""}`);
  if (origin !== null) await enforce(ctx, act, "origin", origin);
}

/**
 * Counts an attempt to sign in. A device the account knows has its own
 * allowance. All other attempts on an account also share one limit, so guessing
 * from many origins stays slow and the owner can still get in.
 */
export async function enforceSignInLimit(
  ctx: WriteCtx,
  email: string,
  knownDeviceId: Id<"knownDevices"> | null,
): Promise<void> {
  if (knownDeviceId !== null) {
    return enforce(ctx, "signIn", "account", `device ${knownDeviceId}`);
  }
  await enforceStrangerLimit(ctx, "signIn", email);
  const everywhere = `everywhere ${email}`;
  await enforce(ctx, "signIn", "account", everywhere, ORIGINS_PER_ACCOUNT);
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

async function findOrigin(ctx: WriteCtx): Promise<string | null> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return ip === null ? null : originOf(ip);
}

async function enforce(
  ctx: WriteCtx,
  act: LimitedAct,
  scope: LimitScope,
  who: string,
  times = 1,
) {
  const option = rateOf(act, scope);
  if (option === null) return;
  const attempts = times * option;
  await count(ctx, act, { limit: limitName(act, scope), who }, attempts);
}

async function count(
  ctx: WriteCtx,
  act: LimitedAct,
  counted: Counted,
  attempts: number,
) {
  const { periodMs } = LIMITS[act];
  const waitMs = await countAttempt(ctx, counted, { attempts, periodMs });
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

/**
 * Returns the origin that an IP address counts as: the IPv4 address, or the /64
 * network of an IPv6 address, in canonical form. Returns invalid input
 * unchanged.
 */
function originOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, IPV6_GROUPS)
        .map((group) => group.toString(16))
        .join(":")
    : address.toString();
}
