import type { Doc } from "../../_generated/dataModel";
import { cleanLine, cleanParagraphs } from "../../shared/plainText";
import type { ReadCtx } from "../contexts";

/** Returns what the claimant said; null for a case of another kind. */
export async function findClaim(
  ctx: ReadCtx,
  { _id, kind }: Doc<"cases">,
): Promise<Doc<"claims"> | null> {
  if (kind !== "claim") return null;
  return ctx.db
    .query("claims")
    .withIndex("by_caseId", (q) => q.eq("caseId", _id))
    .unique();
}

/**
 * Leaves out the address and the signature, which only moderators see. Older
 * claims are stored as they were typed.
 */
export const claimSummary = ({ name, work, proof, answer }: Doc<"claims">) => ({
  name: cleanLine(name),
  work: cleanParagraphs(work),
  proof: cleanParagraphs(proof),
  answer: answer === null ? null : cleanParagraphs(answer),
});
