import { MAX_VERSES_PER_BEAT } from "../../shared/limits";
import type { Sort, VerseSummary, VersePage } from "../../shared/validators";
import { verseSummary } from "./summaries";
import type { ReadCtx } from "../contexts";
import { mapPage, readPage } from "../lists/pages";
import { rapperList, verseList } from "../lists/verseLists";

export async function listVerses(
  ctx: ReadCtx,
  { sort, page }: { sort: Sort; page: number },
): Promise<VersePage> {
  const verses = await readPage(ctx, verseList(ctx, sort), page);
  return mapPage(verses, (verse) => verseSummary(ctx, verse));
}

/**
 * Returns one page of a rapper's verses; an invalid user id gives an empty
 * page.
 */
export async function listVersesOf(
  ctx: ReadCtx,
  rapperId: string,
  page: number,
): Promise<VersePage> {
  const id = ctx.db.normalizeId("users", rapperId);
  const list = id && rapperList(ctx, id);
  const verses = await readPage(ctx, list, page);
  return mapPage(verses, (verse) => verseSummary(ctx, verse));
}

/**
 * Returns all verses of a beat, newest first. Returns none for an invalid beat
 * id.
 */
export async function listVersesOn(
  ctx: ReadCtx,
  beatId: string,
): Promise<VerseSummary[]> {
  const id = ctx.db.normalizeId("beats", beatId);
  if (id === null) return [];
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_beatId_and_createdAt", (q) => q.eq("beatId", id))
    .order("desc")
    .take(MAX_VERSES_PER_BEAT);
  return Promise.all(verses.map((verse) => verseSummary(ctx, verse)));
}
