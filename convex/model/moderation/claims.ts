import type { Doc, Id } from "../../_generated/dataModel";
import {
  checkClaim,
  contentOfLink,
  type ClaimInput,
} from "../../shared/claimFields";
import type { ErrorCode } from "../../shared/messages";
import { MAX_CLAIM_TEXT_LENGTH } from "../../shared/limits";
import { normalizeEmail } from "../../shared/email";
import { LOOPBACK } from "../../shared/loopback";
import { cleanParagraphs, isBlank } from "../../shared/plainText";
import type { Language } from "../../shared/validators";
import { requireAct } from "../accounts/requireAct";
import { isModerator } from "../accounts/standing";
import type { Confirmed, SignedIn } from "../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, fieldsOf } from "../errors";
import { enforceLimit, enforceStrangerLimit } from "../rateLimits/rateLimits";
import { setting } from "../setting";
import { openCase, findOwner, type CaseSubject } from "../cases/cases";
import { findClaim } from "../cases/claimRows";
import { openCasesOn } from "../openCases";
import { tell } from "./notices";
import { askMailbox } from "./waitingClaims";

const MOST_COMPARED = 20;

interface Claimed {
  readonly subject: CaseSubject;
  readonly ownerId: Id<"users">;
}

export type SentClaim = ClaimInput & { language?: Language };

/**
 * Takes a copyright claim. Opens its case and returns the number if the
 * claimant has confirmed the address with their account. Otherwise mails a link
 * there and returns null: the case is opened when somebody confirms the claim
 * from that mailbox.
 * @throws the codes of `checkClaim`, CLAIM_ITEM_NOT_FOUND, CLAIM_OWN_ITEM,
 *   RATE_LIMITED
 */
export async function sendClaim(
  ctx: WriteCtx,
  viewer: SignedIn | null,
  { language = "en", ...input }: SentClaim,
): Promise<string | null> {
  const { link, ...fields } = fieldsOf(checkClaim(input));
  const claim = { ...fields, language };
  requireOwnHost(link);
  await enforceStrangerLimit(ctx, "claim", claim.email);
  const claimantId = viewer?.userId ?? null;
  const claimed = await findClaimed(ctx, claimantId, link);
  if (typeof claimed === "string") throw appError(claimed);
  const isOwn =
    viewer !== null &&
    viewer.emailConfirmedAt !== null &&
    normalizeEmail(viewer.email) === claim.email;
  if (isOwn) return openClaim(ctx, claimantId, claimed, claim);
  await askMailbox(ctx, { ...claim, link, claimantId });
  return null;
}

/**
 * Checks the link of a claim, whoever the claimant is.
 * @throws CLAIM_LINK_INVALID, CLAIM_ITEM_NOT_FOUND
 */
export async function checkLink(ctx: ReadCtx, link: string): Promise<void> {
  requireOwnHost(link);
  if ((await findLinked(ctx, link)) === null)
    throw appError("CLAIM_ITEM_NOT_FOUND");
}

/**
 * Opens the case of a claim that was confirmed from its mailbox, tells the
 * uploader, and returns its number. Changes nothing about the item: that is for
 * a moderator to decide.
 */
export async function openClaim(
  ctx: WriteCtx,
  claimantId: Id<"users"> | null,
  { subject, ownerId }: Claimed,
  claim: Omit<ClaimInput, "link"> & { language: Language },
): Promise<string> {
  const isRepeated = await isClaimed(ctx, subject);
  const opened = await openCase(ctx, {
    ...subject,
    kind: "claim",
    reporterId: claimantId,
    ownerId,
    reason: "copyright",
    text: claim.work,
  });
  if (await isModeratorsAddress(ctx, claim.email)) {
    await ctx.db.patch("cases", opened._id, { isAboutModerator: true });
  }
  if (isRepeated) await ctx.db.patch("cases", opened._id, { isRepeated });
  const unanswered = { answer: null, answeredAt: null };
  await ctx.db.insert("claims", {
    ...{ caseId: opened._id, isConfirmed: true },
    ...{ ...claim, ...unanswered },
  });
  await tell(ctx, opened, null);
  return opened.number;
}

/**
 * Returns the item behind a link, or why the person cannot claim it:
 * CLAIM_ITEM_NOT_FOUND or CLAIM_OWN_ITEM.
 */
export async function findClaimed(
  ctx: ReadCtx,
  claimantId: Id<"users"> | null,
  link: string,
): Promise<Claimed | ErrorCode> {
  const subject = await findLinked(ctx, link);
  if (subject === null) return "CLAIM_ITEM_NOT_FOUND";
  const ownerId = await findOwner(ctx, subject);
  return ownerId === claimantId ? "CLAIM_OWN_ITEM" : { subject, ownerId };
}

/**
 * Returns whether another claim on the subject is open. Claims with a
 * moderator's address are not compared: they are a list of their own, so that
 * they hide no other claim.
 */
async function isClaimed(
  ctx: ReadCtx,
  subject: CaseSubject,
): Promise<true | undefined> {
  const open = await openCasesOn(ctx, subject, ["claim"], MOST_COMPARED);
  const isWaiting = open.some(
    ({ isRepeated, isAboutModerator }) =>
      isRepeated === undefined && isAboutModerator === undefined,
  );
  return isWaiting || undefined;
}

/**
 * Returns whether an address is a moderator's. Moderators do not decide about
 * claims with their own address, and anyone can make such a claim.
 */
async function isModeratorsAddress(
  ctx: ReadCtx,
  email: string,
): Promise<boolean> {
  const user = await ctx.db
    .query("users")
    .withIndex("email", (q) => q.eq("email", email))
    .first();
  return user !== null && (await isModerator(ctx, user._id));
}

/**
 * Stores the one answer of the person whose item a claim is about.
 * @throws ANSWER_REQUIRED, CLAIM_TEXT_TOO_LONG, CLAIM_NOT_FOUND, CLAIM_DECIDED,
 * ANSWERED_ALREADY, RATE_LIMITED
 */
export async function answerClaim(
  ctx: WriteCtx,
  viewer: Confirmed,
  given: { caseId: string; text: string },
): Promise<void> {
  const answer = cleanParagraphs(given.text);
  if (isBlank(answer)) throw appError("ANSWER_REQUIRED");
  if (answer.length > MAX_CLAIM_TEXT_LENGTH) {
    throw appError("CLAIM_TEXT_TOO_LONG");
  }
  await enforceLimit(ctx, "appeal", viewer.userId);
  const id = ctx.db.normalizeId("cases", given.caseId);
  const found = id && (await ctx.db.get("cases", id));
  const claim = found && (await findClaim(ctx, found));
  if (!claim) throw appError("CLAIM_NOT_FOUND");
  requireAct(viewer, "claim:answer", { ownerId: found.ownerId });
  requireUnanswered(found, claim);
  await ctx.db.patch("claims", claim._id, { answer, answeredAt: Date.now() });
}

/**
 * Refuses a link to another site: an id in it may exist here only by chance. A
 * link without a host counts as one of this site. A site that was told no
 * address accepts any name by which a local network reaches it.
 * @throws CLAIM_LINK_INVALID
 */
function requireOwnHost(link: string) {
  const siteUrl = setting("SITE_URL");
  if (siteUrl === null) return;
  const pages = setting("CONVEX_SITE_URL") ?? siteUrl; // the host of the public pages
  const hosts = [siteUrl, pages].map((url) => new URL(url).host);
  if (!URL.canParse(link, siteUrl)) throw appError("CLAIM_LINK_INVALID");
  if (LOOPBACK.test(new URL(siteUrl).hostname)) return;
  if (!hosts.includes(new URL(link, siteUrl).host)) {
    throw appError("CLAIM_LINK_INVALID");
  }
}

function requireUnanswered(found: Doc<"cases">, claim: Doc<"claims">) {
  if (claim.answer !== null) throw appError("ANSWERED_ALREADY");
  if (found.decidedAt !== null) throw appError("CLAIM_DECIDED");
}

/** Returns the item that a link leads to; null if there is none. */
async function findLinked(
  ctx: ReadCtx,
  link: string,
): Promise<CaseSubject | null> {
  const found = contentOfLink(link);
  if (found?.contentType === "beat") {
    const subjectId = ctx.db.normalizeId("beats", found.contentId);
    if (subjectId && (await ctx.db.get("beats", subjectId))) {
      return { subjectType: "beat", subjectId };
    }
  }
  if (found?.contentType === "verse") {
    const subjectId = ctx.db.normalizeId("verses", found.contentId);
    if (subjectId && (await ctx.db.get("verses", subjectId))) {
      return { subjectType: "verse", subjectId };
    }
  }
  return null;
}
