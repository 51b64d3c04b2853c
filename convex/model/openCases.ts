import type { Doc } from "../_generated/dataModel";
import type { CaseKind } from "../shared/safety";
import type { ReadCtx } from "./contexts";

/**
 * Returns up to `most` open cases of the given kinds on an item, and only those
 * that were opened before `beforeAt`, a creation time, if one is given.
 */
export async function openCasesOn(
  ctx: ReadCtx,
  { subjectType, subjectId }: Pick<Doc<"cases">, "subjectType" | "subjectId">,
  kinds: readonly CaseKind[],
  most: number,
  beforeAt = Infinity,
): Promise<Doc<"cases">[]> {
  const open: Doc<"cases">[] = [];
  for (const kind of kinds) {
    const ofKind = await ctx.db
      .query("cases")
      .withIndex("by_subjectId_and_subjectType_and_kind_and_decidedAt", (q) =>
        q
          .eq("subjectId", subjectId)
          .eq("subjectType", subjectType)
          .eq("kind", kind)
          .eq("decidedAt", null)
          .lt("_creationTime", beforeAt),
      )
      .take(most - open.length);
    open.push(...ofKind);
  }
  return open;
}
