import type { Doc, Id } from "../../_generated/dataModel";
import type { Sort } from "../../shared/validators";
import type { ReadCtx, WriteCtx } from "../contexts";
import { removeItem, moveItem, addItem } from "./rankIndex";
import { changeTotal } from "./listTotals";
import { LIST_SPAN, type OrderedList } from "./orderedList";

type Beat = Doc<"beats">;

/** Filter of the Beats tab; null means all. */
export interface BeatFilter {
  genre: string | null;
  state: string | null;
}

const SORTS: readonly Sort[] = ["recent", "popular"];

/** Describes the list of all beats that match a filter. */
export function beatList(
  ctx: ReadCtx,
  sort: Sort,
  filter: BeatFilter,
): OrderedList<Beat> {
  const recent = sort === "recent";
  return {
    name: filterName(filter),
    sort,
    span: LIST_SPAN,
    keyOf: (beat) => (recent ? beat.createdAt : beat.popularity),
    from: (key) =>
      recent ? createdSince(ctx, filter, key) : popularSince(ctx, filter, key),
  };
}

/** Describes the list of a producer's beats, newest first. */
export function producerList(
  ctx: ReadCtx,
  producerId: Id<"users">,
): OrderedList<Beat> {
  return {
    name: producerListName(producerId),
    sort: "recent",
    span: LIST_SPAN,
    keyOf: (beat) => beat.createdAt,
    from: (key) =>
      ctx.db
        .query("beats")
        .withIndex("by_producerId_and_createdAt", (q) =>
          q.eq("producerId", producerId).gte("createdAt", key),
        ),
  };
}

export const producerListName = (producerId: Id<"users">) =>
  `beats/producer=${producerId}`;

/** Adds a beat to every list it belongs to. Call after inserting its row. */
export async function addBeatToLists(ctx: WriteCtx, beat: Beat): Promise<void> {
  await changeTotals(ctx, beat, 1);
  for (const list of listsOf(ctx, beat)) {
    await addItem(ctx, list, list.keyOf(beat));
  }
}

/**
 * Removes a beat from every list it belongs to. Call after deleting its row.
 */
export async function removeBeatFromLists(
  ctx: WriteCtx,
  beat: Beat,
): Promise<void> {
  await changeTotals(ctx, beat, -1);
  for (const list of listsOf(ctx, beat)) {
    await removeItem(ctx, list, list.keyOf(beat));
  }
}

/**
 * Moves a beat to its new popularity. Call after updating its row, with the
 * beat as it was before.
 */
export async function rerankBeat(
  ctx: WriteCtx,
  beat: Beat,
  popularity: number,
): Promise<void> {
  for (const filter of filtersOf(beat)) {
    const list = beatList(ctx, "popular", filter);
    await moveItem(ctx, list, beat.popularity, popularity);
  }
}

const filtersOf = ({ genre, state }: Beat): BeatFilter[] => [
  { genre: null, state: null },
  { genre, state: null },
  { genre: null, state },
  { genre, state },
];

const listsOf = (ctx: ReadCtx, beat: Beat): OrderedList<Beat>[] => [
  ...filtersOf(beat).flatMap((filter) =>
    SORTS.map((sort) => beatList(ctx, sort, filter)),
  ),
  producerList(ctx, beat.producerId),
];

async function changeTotals(ctx: WriteCtx, beat: Beat, by: number) {
  for (const filter of filtersOf(beat))
    await changeTotal(ctx, filterName(filter), by);
  await changeTotal(ctx, producerListName(beat.producerId), by, 0);
}

const filterName = ({ genre, state }: BeatFilter) =>
  `beats/genre=${genre ?? "*"}/state=${state ?? "*"}`;

function createdSince(ctx: ReadCtx, { genre, state }: BeatFilter, key: number) {
  const beats = ctx.db.query("beats");
  if (genre !== null && state !== null) {
    return beats.withIndex("by_genre_and_state_and_createdAt", (q) =>
      q.eq("genre", genre).eq("state", state).gte("createdAt", key),
    );
  }
  if (genre !== null) {
    return beats.withIndex("by_genre_and_createdAt", (q) =>
      q.eq("genre", genre).gte("createdAt", key),
    );
  }
  if (state !== null) {
    return beats.withIndex("by_state_and_createdAt", (q) =>
      q.eq("state", state).gte("createdAt", key),
    );
  }
  return beats.withIndex("by_createdAt", (q) => q.gte("createdAt", key));
}

function popularSince(ctx: ReadCtx, { genre, state }: BeatFilter, key: number) {
  const beats = ctx.db.query("beats");
  if (genre !== null && state !== null) {
    return beats.withIndex("by_genre_and_state_and_popularity", (q) =>
      q.eq("genre", genre).eq("state", state).gte("popularity", key),
    );
  }
  if (genre !== null) {
    return beats.withIndex("by_genre_and_popularity", (q) =>
      q.eq("genre", genre).gte("popularity", key),
    );
  }
  if (state !== null) {
    return beats.withIndex("by_state_and_popularity", (q) =>
      q.eq("state", state).gte("popularity", key),
    );
  }
  return beats.withIndex("by_popularity", (q) => q.gte("popularity", key));
}
