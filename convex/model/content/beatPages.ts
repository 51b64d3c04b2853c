import { isGenre } from "../../shared/genres";
import { isState } from "../../shared/states";
import type { BeatPage, Sort } from "../../shared/validators";
import { type BeatFilter, beatList, producerList } from "../lists/beatLists";
import { beatSummary } from "./summaries";
import type { ReadCtx } from "../contexts";
import { mapPage, readPage } from "../lists/pages";

/** Returns one page of all beats that match the filter. */
export async function listBeats(
  ctx: ReadCtx,
  { sort, page, ...filter }: BeatFilter & { sort: Sort; page: number },
): Promise<BeatPage> {
  const list = isKnown(filter) ? beatList(ctx, sort, filter) : null;
  const beats = await readPage(ctx, list, page);
  return mapPage(beats, (beat) => beatSummary(ctx, beat));
}

/**
 * Returns one page of a producer's beats; an invalid user id gives an empty
 * page.
 */
export async function listBeatsOf(
  ctx: ReadCtx,
  producerId: string,
  page: number,
): Promise<BeatPage> {
  const id = ctx.db.normalizeId("users", producerId);
  const list = id && producerList(ctx, id);
  const beats = await readPage(ctx, list, page);
  return mapPage(beats, (beat) => beatSummary(ctx, beat));
}

/**
 * An unknown genre or state matches nothing, so there is no need to read
 * anything.
 */
const isKnown = ({ genre, state }: BeatFilter) =>
  (genre === null || isGenre(genre)) && (state === null || isState(state));
