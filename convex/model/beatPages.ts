import type { Id } from "../_generated/dataModel";
import type { BeatPage, Sort } from "../shared/validators";
import { type BeatFilter, beatList, producerList } from "./beatLists";
import { beatCard } from "./cards";
import type { ReadCtx } from "./contexts";
import { mapPage, readPage } from "./pages";

const NO_BEATS: BeatPage = { items: [], page: 1, pageCount: 0, total: 0 };

export async function listBeats(
  ctx: ReadCtx,
  { sort, page, ...filter }: BeatFilter & { sort: Sort; page: number },
): Promise<BeatPage> {
  const beats = await readPage(ctx, beatList(ctx, sort, filter), page);
  return mapPage(beats, (beat) => beatCard(ctx, beat));
}

export async function listBeatsOf(
  ctx: ReadCtx,
  producerId: Id<"users"> | null,
  page: number,
): Promise<BeatPage> {
  if (producerId === null) return NO_BEATS;
  const beats = await readPage(ctx, producerList(ctx, producerId), page);
  return mapPage(beats, (beat) => beatCard(ctx, beat));
}
