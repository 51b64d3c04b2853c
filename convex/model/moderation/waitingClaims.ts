/**
 * Claims wait here until somebody confirms them from the mailbox that they
 * name. Anyone can enter any address, and a stranger could otherwise bury the
 * moderators under claims.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { CLAIM_CODE_MS } from "../../shared/limits";
import type { Language } from "../../shared/validators";
import { bookMail } from "../accounts/mailTurns";
import { isCode } from "../accounts/newCode";
import type { WriteCtx } from "../contexts";
import { sha256 } from "../sha256";

type Waiting = Doc<"waitingClaims">;

const PURGE_SIZE = 200;

/**
 * Keeps a claim, and mails a link to its address in its turn.
 * @throws RATE_LIMITED
 */
export async function askMailbox(
  ctx: WriteCtx,
  claim: Omit<
    Waiting,
    "_id" | "_creationTime" | "codeHash" | "expiresAt" | "number"
  >,
): Promise<void> {
  const waitMs = await bookMail(ctx, claim.email, "claim");
  const waitingId = await ctx.db.insert("waitingClaims", {
    ...{ ...claim, codeHash: null, number: null },
    expiresAt: Date.now() + waitMs + CLAIM_CODE_MS,
  });
  const job = { waitingId, attempt: 1 };
  await ctx.scheduler.runAfter(waitMs, internal.mail.sendClaimLink, job);
}

/**
 * Stores the hash of the code. The code's time to expire counts from now,
 * because a mail may be late. Returns where to mail the code; null if the claim
 * is gone.
 */
export async function keepClaimCode(
  ctx: WriteCtx,
  waitingId: Id<"waitingClaims">,
  codeHash: string,
): Promise<{ email: string; language: Language } | null> {
  const waiting = await ctx.db.get("waitingClaims", waitingId);
  if (waiting === null) return null;
  const expiresAt = Date.now() + CLAIM_CODE_MS;
  await ctx.db.patch("waitingClaims", waitingId, { codeHash, expiresAt });
  return { email: waiting.email, language: waiting.language };
}

/** Returns the claim of a mailed code, or the reason why there is none. */
export async function findWaiting(
  ctx: WriteCtx,
  code: string,
): Promise<Waiting | "invalid" | "expired"> {
  if (!isCode(code)) return "invalid";
  const waiting = await ctx.db
    .query("waitingClaims")
    .withIndex("by_codeHash", (q) => q.eq("codeHash", sha256(code)))
    .unique();
  if (waiting === null) return "invalid";
  return Date.now() < waiting.expiresAt ? waiting : "expired";
}

/** Deletes claims whose link has expired, in batches. */
export async function purgeWaiting(ctx: WriteCtx): Promise<void> {
  const old = await ctx.db
    .query("waitingClaims")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", Date.now()))
    .take(PURGE_SIZE);
  for (const { _id } of old) await ctx.db.delete("waitingClaims", _id);
  if (old.length === PURGE_SIZE)
    await ctx.scheduler.runAfter(0, internal.claims.purge, {});
}
