import { RateLimiter } from "@convex-dev/rate-limiter";
import { components } from "../_generated/api";
import { rateLimited } from "../errors";
import { HOUR_MS, MINUTE_MS } from "../shared/limits";
import type { WriteCtx } from "./contexts";
import { setting } from "./settings";

/**
 * Attempts per period, for one account and for one address of origin. Each
 * number is an option of the deployment, by its name; "off" lifts it. Thirty
 * people behind one address can join in a minute.
 */
const LIMITS = {
  signIn: { periodMs: 10 * MINUTE_MS, account: 10, origin: 300 },
  signUp: { periodMs: 10 * MINUTE_MS, account: 5, origin: 150 },
  mail: { periodMs: HOUR_MS, account: 5, origin: 150 },
  reset: { periodMs: HOUR_MS, account: 10, origin: 150 },
  upload: { periodMs: HOUR_MS, account: 60, origin: 600 },
  publish: { periodMs: HOUR_MS, account: 60, origin: 600 },
  vote: { periodMs: MINUTE_MS, account: 120, origin: 2400 },
} as const;

export type LimitedAct = keyof typeof LIMITS;
type LimitScope = "account" | "origin";

/** Counts one attempt, or throws with the time to wait. */
export async function takeTurn(
  ctx: WriteCtx,
  act: LimitedAct,
  account: string,
): Promise<void> {
  await take(ctx, act, "account", account);
  const { ip } = await ctx.meta.getRequestMetadata();
  if (ip !== null) await take(ctx, act, "origin", ip);
}

async function take(
  ctx: WriteCtx,
  act: LimitedAct,
  scope: LimitScope,
  key: string,
) {
  const rate = rateOf(act, scope);
  if (rate === null) return;
  const period = LIMITS[act].periodMs;
  const config = {
    kind: "token bucket" as const,
    rate,
    period,
    capacity: rate,
  };
  const limiter = new RateLimiter(components.rateLimiter);
  const name = `${act}:${scope}`;
  const { ok, retryAfter } = await limiter.limit(ctx, name, { key, config });
  if (!ok) throw rateLimited(retryAfter);
}

/** LIMIT_SIGN_IN_PER_ACCOUNT, LIMIT_VOTE_PER_ORIGIN and so on. */
export function limitVariable(act: LimitedAct, scope: LimitScope): string {
  const words = act.replace(/[A-Z]/g, (letter) => `_${letter}`);
  return `LIMIT_${words}_PER_${scope}`.toUpperCase();
}

function rateOf(act: LimitedAct, scope: LimitScope): number | null {
  const variable = limitVariable(act, scope);
  const value = setting(variable);
  if (value === null) return LIMITS[act][scope];
  if (value === "off") return null;
  const rate = Number(value);
  if (Number.isFinite(rate) && rate > 0) return rate;
  throw new Error(`${variable} must be a number above 0 or "off": ${value}`);
}
