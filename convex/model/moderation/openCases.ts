import type { Doc } from "../../_generated/dataModel";
import type { ReadCtx } from "../contexts";
import type { ItemRef } from "./items";

/**
 * Returns up to `most` open cases on an item, without appeals: those are about
 * a decision. Looks at the first `most` open cases on anything with that id.
 */
export async function openCasesOn(
  ctx: ReadCtx,
  { subjectType, subjectId }: ItemRef,
  most: number,
): Promise<Doc<"cases">[]> {
  const open = await ctx.db
    .query("cases")
    .withIndex("by_subjectId_and_decidedAt", (q) =>
      q.eq("subjectId", subjectId).eq("decidedAt", null),
    )
    .take(most);
  return open.filter(
    (found) => found.subjectType === subjectType && found.kind !== "appeal",
  );
}
