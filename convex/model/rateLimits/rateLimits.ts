import ipaddr from "ipaddr.js";
import type { Id } from "../../_generated/dataModel";
import { rateLimited } from "../errors";
import { HOUR_MS, MINUTE_MS, YOUNG_ACCOUNT_MS } from "../../shared/limits";
import { countAttempt, forgetAttempts } from "./attempts";
import type { WriteCtx } from "../contexts";
import { setting } from "../setting";

/**
 * Attempts allowed per period, for one account and for one address of origin.
 * An environment variable can override each number; "off" disables that limit.
 * The origin limits let thirty people behind one address join within a minute.
 * `youngAccount` is for accounts of less than a day.
 */
const LIMITS = {
  signIn: { periodMs: 10 * MINUTE_MS, account: 10, origin: 300 },
  signUp: { periodMs: 10 * MINUTE_MS, account: 5, origin: 150 },
  mail: { periodMs: HOUR_MS, account: 5, origin: 150 },
  reset: { periodMs: HOUR_MS, account: 10, origin: 150 },
  password: { periodMs: 10 * MINUTE_MS, account: 10, origin: 300 },
  settings: { periodMs: HOUR_MS, account: 120, origin: 1200 },
  upload: { periodMs: HOUR_MS, account: 60, origin: 600 },
  piece: { periodMs: HOUR_MS, account: 2000, origin: 20_000 },
  join: { periodMs: HOUR_MS, account: 120, origin: 1200 },
  publish: { periodMs: HOUR_MS, account: 60, youngAccount: 20, origin: 600 },
  edit: { periodMs: 10 * MINUTE_MS, account: 60, origin: 600 },
  read: { periodMs: MINUTE_MS, account: 60, origin: 2400 }, // marks as read
  code: { periodMs: HOUR_MS, origin: 1800 }, // mailed codes, right or wrong
  leave: { periodMs: 10 * MINUTE_MS, account: 10, origin: 150 },
  vote: { periodMs: MINUTE_MS, account: 120, youngAccount: 60, origin: 2400 },
  report: { periodMs: HOUR_MS, account: 20, youngAccount: 5, origin: 300 },
  block: { periodMs: HOUR_MS, account: 100, origin: 1000 },
  moderate: { periodMs: MINUTE_MS, account: 120, origin: 600 },
  appeal: { periodMs: HOUR_MS, account: 20, origin: 150 },
  claim: { periodMs: HOUR_MS, account: 5, origin: 20 },
  words: { periodMs: 10 * MINUTE_MS, account: 300, origin: 6000 },
  preview: { periodMs: HOUR_MS, account: 20, origin: 1200 }, // account: the beat or verse
} as const;

export type LimitedAct = keyof typeof LIMITS;
export const LIMITED_ACTS = Object.keys(LIMITS) as LimitedAct[]; // the object's own keys
type LimitScope = "account" | "youngAccount" | "origin";
/** Acts of members, with a smaller limit for young accounts. */
type MemberAct = "publish" | "vote" | "report";

/**
 * Number of groups in a /64 network. Providers hand out IPv6 in networks of at
 * least this size, so one person controls all of its addresses.
 */
const IPV6_GROUPS = 4;

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
  const origin = await findOrigin(ctx);
  if (origin !== null) await enforce(ctx, act, "origin", origin);
}

/**
 * Like `enforceLimit`, and also counts towards the smaller limit if the account
 * is young. `joinedAt` is in ms.
 */
export async function enforceMemberLimit(
  ctx: WriteCtx,
  act: MemberAct,
  { userId, joinedAt }: { userId: Id<"users">; joinedAt: number },
): Promise<void> {
  const isYoung = Date.now() - joinedAt < YOUNG_ACCOUNT_MS;
  if (isYoung) await enforce(ctx, act, "youngAccount", userId);
  await enforceLimit(ctx, act, userId);
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
  const { periodMs } = LIMITS[act];
  const limit = limitName(act, scope);
  const rate = { attempts, periodMs };
  const retryAfterMs = await countAttempt(ctx, { limit, who }, rate);
  if (retryAfterMs > 0) throw rateLimited(retryAfterMs);
}

/**
 * Names the variable that overrides a limit, such as LIMIT_SIGN_IN_PER_ACCOUNT.
 */
export function limitVariable(act: LimitedAct, scope: LimitScope): string {
  const name = `${act}_PER_${scope}`;
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2");
  return `LIMIT_${words}`.toUpperCase();
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
