import type { Doc, Id } from "../../_generated/dataModel";
import type { Sort } from "../../shared/validators";
import type { ReadCtx, WriteCtx } from "../contexts";
import { removeItem, moveItem, addItem } from "./rankIndex";
import { changeTotal } from "./listTotals";
import { LIST_SPAN, type OrderedList } from "./orderedList";

type Verse = Doc<"verses">;

const ALL_VERSES = "verses";

/** Describes the list of all verses. */
export function verseList(ctx: ReadCtx, sort: Sort): OrderedList<Verse> {
  const recent = sort === "recent";
  const verses = () => ctx.db.query("verses");
  return {
    name: ALL_VERSES,
    sort,
    span: LIST_SPAN,
    keyOf: (verse) => (recent ? verse.createdAt : verse.popularity),
    from: (key) =>
      recent
        ? verses().withIndex("by_createdAt", (q) => q.gte("createdAt", key))
        : verses().withIndex("by_popularity", (q) => q.gte("popularity", key)),
  };
}

/** Describes the list of a rapper's verses, newest first. */
export function rapperList(
  ctx: ReadCtx,
  rapperId: Id<"users">,
): OrderedList<Verse> {
  return {
    name: rapperListName(rapperId),
    sort: "recent",
    span: LIST_SPAN,
    keyOf: (verse) => verse.createdAt,
    from: (key) =>
      ctx.db
        .query("verses")
        .withIndex("by_rapperId_and_createdAt", (q) =>
          q.eq("rapperId", rapperId).gte("createdAt", key),
        ),
  };
}

export const rapperListName = (rapperId: Id<"users">) =>
  `verses/rapper=${rapperId}`;

/** Adds a verse to every list it belongs to. Call after inserting its row. */
export async function addVerseToLists(
  ctx: WriteCtx,
  verse: Verse,
): Promise<void> {
  await changeTotals(ctx, verse, 1);
  for (const list of listsOf(ctx, verse)) {
    await addItem(ctx, list, list.keyOf(verse));
  }
}

/**
 * Removes a verse from every list it belongs to. Call after deleting its row.
 */
export async function removeVerseFromLists(
  ctx: WriteCtx,
  verse: Verse,
): Promise<void> {
  await changeTotals(ctx, verse, -1);
  for (const list of listsOf(ctx, verse)) {
    await removeItem(ctx, list, list.keyOf(verse));
  }
}

/**
 * Moves a verse to its new popularity. Call after updating its row, with the
 * verse as it was before.
 */
export async function rerankVerse(
  ctx: WriteCtx,
  verse: Verse,
  popularity: number,
): Promise<void> {
  const list = verseList(ctx, "popular");
  await moveItem(ctx, list, verse.popularity, popularity);
}

const listsOf = (ctx: ReadCtx, verse: Verse): OrderedList<Verse>[] => [
  verseList(ctx, "recent"),
  verseList(ctx, "popular"),
  rapperList(ctx, verse.rapperId),
];

async function changeTotals(ctx: WriteCtx, verse: Verse, by: number) {
  await changeTotal(ctx, ALL_VERSES, by);
  await changeTotal(ctx, rapperListName(verse.rapperId), by, 0);
}
