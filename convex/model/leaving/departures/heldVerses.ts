import type { Doc } from "../../../_generated/dataModel";
import { HOUR_MS } from "../../../shared/limits";
import type { ReadCtx } from "../../contexts";
import { openCasesOn } from "../../openCases";

/** The deleted verse and its beat: what reports that hold its file are about. */
export type HeldOn = NonNullable<Doc<"keptVerses">["heldOn"]>;

/** Returns when to look again whether a file must be held. */
export const nextLookAt = (): number => Date.now() + HOUR_MS;

/**
 * Returns whether a report on the verse or its beat is open. Claims do not
 * count, because anyone can make one. Nor do cases about audio that was
 * published before.
 */
export async function isReported(
  ctx: ReadCtx,
  heldOn: HeldOn,
): Promise<boolean> {
  for (const subject of subjectsOf(heldOn)) {
    const open = await openCasesOn(ctx, subject, ["report"], 1);
    if (open.length > 0) return true;
  }
  return false;
}

/**
 * Returns whether the last decided report on the verse or on its beat ended with
 * a removal. Reports that are open sort before all decided ones.
 */
export async function wasRemoved(
  ctx: ReadCtx,
  heldOn: HeldOn,
): Promise<boolean> {
  for (const { subjectType, subjectId } of subjectsOf(heldOn)) {
    const last = await ctx.db
      .query("cases")
      .withIndex("by_subjectId_and_subjectType_and_kind_and_decidedAt", (q) =>
        q
          .eq("subjectId", subjectId)
          .eq("subjectType", subjectType)
          .eq("kind", "report"),
      )
      .order("desc")
      .first();
    const decisionId = last?.decisionId;
    const made = decisionId && (await ctx.db.get("decisions", decisionId));
    if (made?.decision === "remove") return true;
  }
  return false;
}

const subjectsOf = ({ verseId, beatId }: HeldOn) =>
  [
    { subjectType: "verse", subjectId: verseId },
    { subjectType: "beat", subjectId: beatId },
  ] as const;
