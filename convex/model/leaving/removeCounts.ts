import type { WriteCtx } from "../contexts";
import type { Departure } from "./departures/departures";
import { producerList } from "../lists/beatLists";
import { removeTotal } from "../lists/listTotals";
import { nameOf } from "../lists/rankIndex";
import { rapperList } from "../lists/verseLists";

const ROWS_PER_TURN = 200;

/** Removes the totals of a person whose content is gone. */
export async function removeCounts(
  ctx: WriteCtx,
  { userId }: Departure,
): Promise<boolean> {
  const likes = await ctx.db
    .query("likes")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of likes) await ctx.db.delete("likes", _id);
  const beats = producerList(ctx, userId);
  const verses = rapperList(ctx, userId);
  return (
    (await removeList(ctx, beats.name, nameOf(beats))) ||
    (await removeList(ctx, verses.name, nameOf(verses)))
  );
}

/** Deletes the length and the rank index of a list. */
async function removeList(
  ctx: WriteCtx,
  list: string,
  ranks: string,
): Promise<boolean> {
  await removeTotal(ctx, list);
  const landmarks = await ctx.db
    .query("landmarks")
    .withIndex("by_list_and_level_and_start", (q) => q.eq("list", ranks))
    .take(ROWS_PER_TURN);
  for (const { _id } of landmarks) await ctx.db.delete("landmarks", _id);
  return landmarks.length > 0;
}
