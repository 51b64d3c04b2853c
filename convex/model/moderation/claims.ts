import type { Doc, Id } from "../../_generated/dataModel";
import {
  checkClaim,
  contentOfLink,
  type ClaimInput,
} from "../../shared/claimFields";
import { MAX_CLAIM_TEXT_LENGTH } from "../../shared/limits";
import { LOOPBACK } from "../../shared/loopback";
import { cleanParagraphs, isBlank } from "../../shared/plainText";
import type { Language } from "../../shared/validators";
import { requireAct } from "../accounts/requireAct";
import { isModerator } from "../accounts/standing";
import type { Confirmed } from "../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, fieldsOf } from "../errors";
import { enforceLimit, enforceStrangerLimit } from "../rateLimits/rateLimits";
import { setting } from "../setting";
import { openCase, findOwner, type CaseSubject } from "../cases/cases";
import { findClaim } from "../cases/claimRows";
import { tell } from "./notices";

/**
 * Opens a copyright claim, tells the uploader, and returns the number of the
 * case. `claimantId` is null for a person without an account. Changes nothing
 * about the item: that is for a moderator to decide.
 * @throws the codes of `checkClaim`, CLAIM_ITEM_NOT_FOUND, CLAIM_OWN_ITEM,
 * RATE_LIMITED
 */
export async function openClaim(
  ctx: WriteCtx,
  claimantId: Id<"users"> | null,
  { language, ...input }: ClaimInput & { language?: Language },
): Promise<string> {
  const { link, ...claim } = fieldsOf(checkClaim(input));
  requireOwnHost(link);
  await enforceStrangerLimit(ctx, "claim", claim.email);
  const subject = await loadClaimed(ctx, link);
  const ownerId = await findOwner(ctx, subject);
  if (ownerId === claimantId) throw appError("CLAIM_OWN_ITEM");
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
  const unanswered = { answer: null, answeredAt: null };
  await ctx.db.insert("claims", {
    caseId: opened._id,
    ...claim,
    ...unanswered,
    ...(language && { language }),
  });
  await tell(ctx, opened, null);
  return opened.number;
}

/** A moderator does not decide about such claims, and anyone can make them. */
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
 * Refuses a link to another site, whose beat may only happen to have an id that
 * exists here. A link without a host is one of this site. A site that was told
 * no address has any name by which a local network reaches it.
 * @throws CLAIM_LINK_INVALID
 */
function requireOwnHost(link: string) {
  const siteUrl = setting("SITE_URL");
  if (siteUrl === null) return;
  const pages = setting("CONVEX_SITE_URL") ?? siteUrl; // has the listen pages
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

/** @throws CLAIM_ITEM_NOT_FOUND */
async function loadClaimed(ctx: ReadCtx, link: string): Promise<CaseSubject> {
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
  throw appError("CLAIM_ITEM_NOT_FOUND");
}
