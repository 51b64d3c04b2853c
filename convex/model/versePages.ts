import type { Id } from "../_generated/dataModel";
import { MAX_VERSES_PER_BEAT } from "../shared/limits";
import type { Sort, VerseCard, VersePage } from "../shared/validators";
import { verseCard } from "./cards";
import type { ReadCtx } from "./contexts";
import { mapPage, readPage } from "./pages";
import { rapperList, verseList } from "./verseLists";

const NO_VERSES: VersePage = { items: [], page: 1, pageCount: 0, total: 0 };

export async function listVerses(
  ctx: ReadCtx,
  { sort, page }: { sort: Sort; page: number },
): Promise<VersePage> {
  const verses = await readPage(ctx, verseList(ctx, sort), page);
  return mapPage(verses, (verse) => verseCard(ctx, verse));
}

export async function listVersesOf(
  ctx: ReadCtx,
  rapperId: Id<"users"> | null,
  page: number,
): Promise<VersePage> {
  if (rapperId === null) return NO_VERSES;
  const verses = await readPage(ctx, rapperList(ctx, rapperId), page);
  return mapPage(verses, (verse) => verseCard(ctx, verse));
}

export async function listVersesOn(
  ctx: ReadCtx,
  beatId: Id<"beats"> | null,
): Promise<VerseCard[]> {
  if (beatId === null) return [];
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_beatId_and_createdAt", (q) => q.eq("beatId", beatId))
    .order("desc")
    .take(MAX_VERSES_PER_BEAT);
  return Promise.all(verses.map((verse) => verseCard(ctx, verse)));
}
