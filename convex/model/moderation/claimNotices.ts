/**
 * Mails to uploaders about claims: the first at once, then one a day about all
 * claims since the last mail. Anyone can claim, so there is a limit to mails;
 * every claim is in the app at once.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { DAY_MS } from "../../shared/limits";
import type { ReadCtx, WriteCtx } from "../contexts";
import { countAttempt } from "../rateLimits/attempts";

const MAIL_RATE = { attempts: 1, periodMs: DAY_MS };
const MOST_MAILED = 200;

/** Mails a person about a new claim, unless a mail is waiting for the next day. */
export async function mailClaim(
  ctx: WriteCtx,
  userId: Id<"users">,
  noticeId: Id<"notices">,
): Promise<void> {
  const [waiting] = await waitingOf(ctx, userId, 1);
  await ctx.db.patch("notices", noticeId, { mailWaits: true });
  if (waiting === undefined) await mailWaiting(ctx, noticeId);
}

/**
 * Mails a person about all claims that wait and that they have not read in the
 * app, or tries again when the next mail may go out.
 */
export async function mailWaiting(
  ctx: WriteCtx,
  noticeId: Id<"notices">,
): Promise<void> {
  const notice = await ctx.db.get("notices", noticeId);
  if (notice?.isClaim !== true) return;
  const waiting = await waitingOf(ctx, notice.userId, MOST_MAILED);
  const unread = waiting.filter(({ readAt }) => readAt === null);
  const newest = unread.at(-1);
  const waitMs = newest ? await countMail(ctx, notice.userId) : 0;
  if (waitMs > 0) return tryAgain(ctx, noticeId, waitMs);
  for (const { _id } of waiting) {
    await ctx.db.patch("notices", _id, { mailWaits: undefined });
  }
  if (newest) {
    const job = { noticeId: newest._id, more: unread.length - 1, attempt: 1 };
    await ctx.scheduler.runAfter(0, internal.mail.sendDecision, job);
  }
  const mayBeMore = waiting.length === MOST_MAILED;
  if (mayBeMore) await tryAgain(ctx, noticeId, MAIL_RATE.periodMs);
}

const countMail = (ctx: WriteCtx, userId: Id<"users">): Promise<number> =>
  countAttempt(ctx, { limit: "claimMail", who: userId }, MAIL_RATE);

async function tryAgain(
  ctx: WriteCtx,
  noticeId: Id<"notices">,
  waitMs: number,
): Promise<void> {
  const again = internal.notices.mailWaiting;
  await ctx.scheduler.runAfter(waitMs, again, { noticeId });
}

const waitingOf = (ctx: ReadCtx, userId: Id<"users">, most: number) =>
  ctx.db
    .query("notices")
    .withIndex("by_userId_and_mailWaits", (q) =>
      q.eq("userId", userId).eq("mailWaits", true),
    )
    .take(most);
