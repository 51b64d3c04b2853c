import type { Doc } from "../../_generated/dataModel";
import { ITEM_KINDS, type CaseDetails } from "../../shared/moderation";
import { cleanLine } from "../../shared/plainText";
import type { Member } from "../accounts/viewers";
import type { ReadCtx } from "../contexts";
import { findProfile, publicProfile } from "../profiles/profiles";
import { loadReadableCase } from "./readableCases";
import { claimSummary, findClaim } from "../cases/claimRows";
import { decisionSummary, listDecisionsAbout } from "./decisions";
import { titleOf, summarizeSubject } from "../cases/subjects";
import { openCasesOn } from "../openCases";
import { listOthersVerses } from "./othersVerses";
import { isBeingDecided } from "./pending";
import { caseFields } from "./queue";
import { findAppealed } from "./refusals";

type Case = Doc<"cases">;

const MOST_EARLIER = 10;
const MOST_OTHERS = 5;
const MOST_COUNTED = 100;

/**
 * Returns everything needed to decide about a case. Never says who reported it,
 * so a moderator cannot be swayed by that.
 * @throws CASE_NOT_FOUND, OWN_CONTENT
 */
export async function loadCaseDetails(
  ctx: ReadCtx,
  viewer: Member,
  caseId: string,
): Promise<CaseDetails> {
  const { found, refusal } = await loadReadableCase(ctx, viewer, caseId);
  const appealed = await findAppealed(ctx, found);
  const owner = await findProfile(ctx, found.ownerId);
  return {
    ...caseFields(found),
    about: appealed?.about ?? (await titleOf(ctx, found)),
    text: found.text,
    decidedAt: found.decidedAt,
    isBeingDecided: await isBeingDecided(ctx, found),
    ...(await summarizeSubject(ctx, found)),
    othersVerses: (await listOthersVerses(ctx, found)).length,
    owner: owner && publicProfile(owner),
    earlier: await listDecisionsAbout(ctx, found.ownerId, MOST_EARLIER),
    ...(await loadOthers(ctx, found)),
    claim: await loadClaim(ctx, found),
    appealed: appealed && decisionSummary(appealed),
    matches: await findMatch(ctx, found),
    refusal,
  };
}

async function loadOthers(ctx: ReadCtx, found: Case) {
  const open = await openCasesOn(ctx, found, ITEM_KINDS, MOST_COUNTED);
  const others = open.filter(({ _id }) => _id !== found._id);
  return {
    others: others
      .slice(0, MOST_OTHERS)
      .map(({ kind, reason, text }) => ({ kind, reason, text })),
    othersCount: others.length,
  };
}

async function loadClaim(ctx: ReadCtx, found: Case) {
  const claim = await findClaim(ctx, found);
  if (claim === null) return null;
  const { email, signature } = claim;
  return { ...claimSummary(claim), email, signature: cleanLine(signature) };
}

/**
 * Returns the title of the beat or verse that had the same audio first; null if
 * it is gone.
 */
async function findMatch(
  ctx: ReadCtx,
  { matchesId }: Case,
): Promise<{ title: string; createdAt: number } | null> {
  if (matchesId === undefined) return null;
  const beatId = ctx.db.normalizeId("beats", matchesId);
  const beat = beatId && (await ctx.db.get("beats", beatId));
  return beat && { title: beat.title, createdAt: beat.createdAt };
}
