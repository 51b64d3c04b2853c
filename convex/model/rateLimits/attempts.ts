import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { DAY_MS } from "../../shared/limits";
import type { WriteCtx } from "../contexts";
import { sha256 } from "../sha256";

/**
 * A number of attempts per period, which may come all at once or spread out.
 */
export interface Rate {
  attempts: number;
  periodMs: number;
  /** How many attempts this one counts as. Default: one. */
  weight?: number;
}

/** A limit, and the name of the account or origin that it counts. */
export interface Counted {
  limit: string;
  who: string;
}

/** What an attempt has used of a counter. */
export interface Used {
  counterId: Id<"attemptCounters">;
  usedMs: number;
}

type Counter = Doc<"attemptCounters">;

const PURGE_SIZE = 500;

/**
 * Counts one attempt and returns 0. If none is available, counts nothing and
 * returns the time in ms until the next one is.
 *
 * Attempts come back evenly over the period (a leaky bucket). Every counter is
 * one small row, however long `who` is, and is dropped once all attempts are
 * available again, which takes one period at most. An attempt deletes no other
 * counter: all strangers would delete the same ones, and wait for each other.
 */
export async function countAttempt(
  ctx: WriteCtx,
  counted: Counted,
  rate: Rate,
): Promise<number> {
  return bookAttempt(ctx, counted, { ...rate, longestWaitMs: 0 });
}

/**
 * Like `countAttempt`, but also counts an attempt that has to wait, up to
 * `longestWaitMs`: each such attempt has its own turn. Returns the time in ms
 * until the turn.
 */
export async function bookAttempt(
  ctx: WriteCtx,
  counted: Counted,
  {
    attempts,
    periodMs,
    longestWaitMs,
    weight = 1,
  }: Rate & { longestWaitMs: number },
): Promise<number> {
  const now = Date.now();
  const key = keyOf(counted);
  const counter = await findCounter(ctx, key);
  const costMs = costOf({ attempts, periodMs, weight });
  const mostMs = Math.max(periodMs, costMs);
  const before = counter ? usedAt(counter, now) : 0;
  const usedMs = Math.min(before, mostMs + longestWaitMs) + costMs;
  const waitMs = usedMs - mostMs;
  const isTooLong = waitMs >= longestWaitMs + 1; // anything less is a rounding error
  if (isTooLong) return Math.ceil(waitMs);
  const times = { countedAt: now, fullAt: now + usedMs };
  if (counter) await ctx.db.patch("attemptCounters", counter._id, times);
  else await ctx.db.insert("attemptCounters", { key, ...times });
  return waitMs < 1 ? 0 : Math.ceil(waitMs);
}

/** Returns what an attempt that was just counted has used. */
export async function usedBy(
  ctx: WriteCtx,
  counted: Counted,
  rate: Rate,
): Promise<Used[]> {
  const counter = await findCounter(ctx, keyOf(counted));
  return counter ? [{ counterId: counter._id, usedMs: costOf(rate) }] : [];
}

/**
 * Gives back a part, from 0 to 1, of what an attempt has used. With all of it,
 * the attempt has never been made. A counter that was dropped meanwhile has all
 * attempts available.
 */
export async function giveBack(
  ctx: WriteCtx,
  { counterId, usedMs }: Used,
  part: number,
): Promise<void> {
  const counter = await ctx.db.get("attemptCounters", counterId);
  if (!counter) return;
  const fullAt = counter.fullAt - part * usedMs;
  await ctx.db.patch("attemptCounters", counterId, { fullAt });
}

/** Deletes one counter, as if its attempts had never been made. */
export async function forgetAttempts(
  ctx: WriteCtx,
  counted: Counted,
): Promise<void> {
  const counter = await findCounter(ctx, keyOf(counted));
  if (counter) await ctx.db.delete("attemptCounters", counter._id);
}

/** Deletes counters that no longer limit anyone, in batches. */
export async function purgeAttempts(ctx: WriteCtx): Promise<void> {
  const now = Date.now();
  const past = await removePast(ctx, now);
  const ahead = await removeFarAhead(ctx, now);
  if (past === PURGE_SIZE || ahead === PURGE_SIZE) {
    await ctx.scheduler.runAfter(0, internal.rateLimits.purge, {});
  }
}

/**
 * Returns how many ms of the period are used up. If the clock has gone back, a
 * counter lies in the future; it then counts as written just now.
 */
const usedAt = ({ countedAt, fullAt }: Counter, now: number) =>
  Math.max(0, fullAt - Math.max(now, countedAt));

const costOf = ({ attempts, periodMs, weight = 1 }: Rate) =>
  (weight * periodMs) / attempts;

const keyOf = ({ limit, who }: Counted) => sha256(`${limit} ${who}`);

const findCounter = (ctx: WriteCtx, key: string) =>
  ctx.db
    .query("attemptCounters")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();

async function removePast(ctx: WriteCtx, now: number) {
  const counters = await ctx.db
    .query("attemptCounters")
    .withIndex("by_fullAt", (q) => q.lt("fullAt", now))
    .take(PURGE_SIZE);
  return removeAll(ctx, counters);
}

/**
 * Deletes counters more than a day ahead, which only a wrong clock can have
 * written.
 */
async function removeFarAhead(ctx: WriteCtx, now: number) {
  const counters = await ctx.db
    .query("attemptCounters")
    .withIndex("by_fullAt", (q) => q.gt("fullAt", now + DAY_MS))
    .take(PURGE_SIZE);
  return removeAll(ctx, counters);
}

async function removeAll(ctx: WriteCtx, counters: readonly Counter[]) {
  for (const { _id } of counters) await ctx.db.delete("attemptCounters", _id);
  return counters.length;
}
