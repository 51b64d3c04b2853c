import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api";
import type { ContentType } from "../../../convex/shared/validators";

interface Vote {
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly voted: boolean;
}

interface Counted {
  readonly id: string;
  readonly voteCount: number;
}

/**
 * Optimistic update for `votes.set`: changes the vote and the counts in every loaded query. The
 * Convex client rolls it back if the mutation fails.
 */
export function applyVote(store: OptimisticLocalStore, vote: Vote): void {
  const { contentType, contentId, voted } = vote;
  let isNew = false;
  for (const { args, value } of store.getAllQueries(api.votes.mine)) {
    if (value === undefined || args.contentType !== contentType) continue;
    const asked: readonly string[] = args.contentIds;
    if (!asked.includes(contentId)) continue;
    const mine: readonly string[] = value;
    if (mine.includes(contentId) === voted) continue;
    isNew = true;
    const others = mine.filter((id) => id !== contentId);
    const next = voted ? [...others, contentId] : others;
    store.setQuery(api.votes.mine, args, next);
  }
  if (!isNew) return;
  const count = <Item extends Counted>(item: Item): Item =>
    item.id === contentId
      ? { ...item, voteCount: Math.max(0, item.voteCount + (voted ? 1 : -1)) }
      : item;
  if (contentType === "beat") countBeats(store, count);
  else countVerses(store, count);
}

type Count = <Item extends Counted>(item: Item) => Item;

function countBeats(store: OptimisticLocalStore, count: Count): void {
  for (const query of [api.beats.list, api.beats.listByProducer] as const) {
    recountPages(store, query, count);
  }
  for (const { args, value } of store.getAllQueries(api.beats.get)) {
    if (value) store.setQuery(api.beats.get, args, count(value));
  }
}

function countVerses(store: OptimisticLocalStore, count: Count): void {
  for (const query of [api.verses.list, api.verses.listByRapper] as const) {
    recountPages(store, query, count);
  }
  for (const { args, value } of store.getAllQueries(api.verses.listByBeat)) {
    if (value) store.setQuery(api.verses.listByBeat, args, value.map(count));
  }
}

type PagedQuery =
  | typeof api.beats.list
  | typeof api.beats.listByProducer
  | typeof api.verses.list
  | typeof api.verses.listByRapper;

function recountPages<Query extends PagedQuery>(
  store: OptimisticLocalStore,
  query: Query,
  count: Count,
): void {
  for (const { args, value } of store.getAllQueries(query)) {
    if (!value) continue;
    const items = value.items.map((item: Counted) => count(item));
    store.setQuery(query, args, { ...value, items });
  }
}
