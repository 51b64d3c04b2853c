import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import {
  APPEALABLE,
  type Notice,
  type NoticeMail,
} from "../../shared/moderation";
import { loadSettings } from "../accounts/settings";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";
import { mailClaim } from "./claimNotices";
import { decisionSummary } from "./decisions";
import { findClaim, claimSummary } from "../cases/claimRows";
import { titleOf } from "../cases/subjects";

/**
 * The number of decisions shown, and of claims. Claims have a number of their
 * own, because anyone can claim, and claims must not hide a decision.
 */
const SHOWN_OF_EACH = 50;

/**
 * Hides from a rapper what was decided about the beat, and why: that is for its
 * producer.
 */
const OF_LOST_VERSE = {
  lostVerse: true,
  decision: null,
  canAppeal: false,
  claim: null,
  canAnswer: false,
} as const;

/** Notifies the owner of the subject of a case, on screen and by mail. */
export const tell = (
  ctx: WriteCtx,
  found: Doc<"cases">,
  decisionId: Id<"decisions"> | null,
): Promise<void> => tellPerson(ctx, found.ownerId, found._id, decisionId);

/**
 * Notifies a person on screen and by mail. Anyone but the author reads that a
 * verse of theirs was removed together with the beat.
 */
export async function tellPerson(
  ctx: WriteCtx,
  userId: Id<"users">,
  caseId: Id<"cases">,
  decisionId: Id<"decisions"> | null,
): Promise<void> {
  const noticeId = await ctx.db.insert("notices", {
    ...{ userId, caseId, decisionId },
    ...(decisionId === null && { isClaim: true as const }),
    createdAt: Date.now(),
    readAt: null,
  });
  if (decisionId === null) return mailClaim(ctx, userId, noticeId);
  const job = { noticeId, attempt: 1 };
  await ctx.scheduler.runAfter(0, internal.mail.sendDecision, job);
}

/**
 * Returns what to mail about a notice, and to whom. Null if the person wants no
 * such mails, or the notice or their confirmed address is gone.
 */
export async function findMail(
  ctx: ReadCtx,
  noticeId: Id<"notices">,
): Promise<NoticeMail | null> {
  const row = await ctx.db.get("notices", noticeId);
  if (row === null) return null;
  const user = await ctx.db.get("users", row.userId);
  if (!user?.email || user.emailVerificationTime === undefined) return null;
  const settings = await loadSettings(ctx, user._id);
  const notice = await findNotice(ctx, row);
  if (!settings.wantsDecisionMails || notice === null) return null;
  const { kind, subjectType, about, lostVerse, decision, canAppeal } = notice;
  const profile = await findProfile(ctx, user._id);
  return {
    email: user.email,
    username: profile?.username ?? "",
    language: settings.mailLanguage,
    ...{ kind, subjectType, about, lostVerse, decision, canAppeal },
  };
}

/** Returns a person's notices, newest first. */
export async function listNotices(
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<Notice[]> {
  const decisions = await newestRows(ctx, userId, undefined);
  const claims = await newestRows(ctx, userId, true);
  const rows = [...decisions, ...claims].sort(
    (one, other) => other.createdAt - one.createdAt,
  );
  const notices = await Promise.all(rows.map((row) => findNotice(ctx, row)));
  return notices.filter((notice) => notice !== null);
}

const newestRows = (
  ctx: ReadCtx,
  userId: Id<"users">,
  isClaim: true | undefined,
) =>
  ctx.db
    .query("notices")
    .withIndex("by_userId_and_isClaim_and_createdAt", (q) =>
      q.eq("userId", userId).eq("isClaim", isClaim),
    )
    .order("desc")
    .take(SHOWN_OF_EACH);

/** Marks notices as read, at most as many as a page shows. */
export async function markRead(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const unread = await ctx.db
    .query("notices")
    .withIndex("by_userId_and_readAt", (q) =>
      q.eq("userId", userId).eq("readAt", null),
    )
    .order("desc")
    .take(2 * SHOWN_OF_EACH);
  const readAt = Date.now();
  for (const { _id } of unread) await ctx.db.patch("notices", _id, { readAt });
}

async function findNotice(
  ctx: ReadCtx,
  row: Doc<"notices">,
): Promise<Notice | null> {
  const found = await ctx.db.get("cases", row.caseId);
  if (found === null) return null;
  const decision =
    row.decisionId && (await ctx.db.get("decisions", row.decisionId));
  const { kind, subjectType } = found;
  const notice = {
    id: row._id,
    caseId: found._id,
    ...{ kind, subjectType },
    about: decision?.about ?? (await titleOf(ctx, found)),
    createdAt: row.createdAt,
    isRead: row.readAt !== null,
  };
  if (row.userId !== found.ownerId) return { ...notice, ...OF_LOST_VERSE };
  const claim = await findClaim(ctx, found);
  return {
    ...notice,
    lostVerse: false,
    decision: decision && decisionSummary(decision),
    canAppeal: decision !== null && (await canAppeal(ctx, decision)),
    claim: claim && claimSummary(claim),
    canAnswer:
      row.decisionId === null &&
      claim?.answer === null &&
      found.decidedAt === null,
  };
}

/** Returns whether a decision can be appealed and has not been. */
async function canAppeal(
  ctx: ReadCtx,
  { _id, decision }: Doc<"decisions">,
): Promise<boolean> {
  if (!APPEALABLE.has(decision)) return false;
  return (await findAppeal(ctx, _id)) === null;
}

export const findAppeal = (ctx: ReadCtx, decisionId: Id<"decisions">) =>
  ctx.db
    .query("appeals")
    .withIndex("by_decisionId", (q) => q.eq("decisionId", decisionId))
    .unique();
