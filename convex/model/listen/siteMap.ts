/** Reads the entries of the site maps in pages of a bounded size. */
import type { Id } from "../../_generated/dataModel";
import type { SiteMapPage } from "../../shared/listenValidators";
import type { ContentType } from "../../shared/validators";
import type { ReadCtx } from "../contexts";
import { beatList } from "../lists/beatLists";
import { totalOf } from "../lists/listTotals";
import type { OrderedList } from "../lists/orderedList";
import { locateItem } from "../lists/rankIndex";
import { verseList } from "../lists/verseLists";
import { findProfile } from "../profiles/profiles";

/** Beats or verses on one site map. The standard allows 50,000 addresses. */
const SITE_MAP_SIZE = 500;
/** Site maps that one index may name; the standard allows 50,000. */
const MOST_PAGES = 20_000;

/** Returns how many site maps there are of each kind. */
export async function countSiteMaps(
  ctx: ReadCtx,
): Promise<Record<ContentType, number>> {
  const pages = async (list: { name: string }) =>
    Math.min(
      MOST_PAGES,
      Math.ceil((await totalOf(ctx, list.name)) / SITE_MAP_SIZE),
    );
  return {
    beat: await pages(allBeats(ctx)),
    verse: await pages(verseList(ctx, "recent")),
  };
}

/**
 * Returns site map `page`, counted from 1, oldest first; a page past the end is
 * empty. The cost has a constant bound, however long the lists are.
 */
export async function readSiteMap(
  ctx: ReadCtx,
  { contentType, page }: { contentType: ContentType; page: number },
): Promise<SiteMapPage> {
  if (!Number.isSafeInteger(page) || page < 1 || page > MOST_PAGES)
    return { content: [], artists: [] };
  const items =
    contentType === "beat"
      ? await readItems(ctx, allBeats(ctx), page)
      : await readItems(ctx, verseList(ctx, "recent"), page);
  const people = items.map((item) =>
    "rapperId" in item ? item.rapperId : item.producerId,
  );
  return {
    content: items.map(({ _id, updatedAt }) => ({ id: _id, updatedAt })),
    artists: await namesOf(ctx, people),
  };
}

async function readItems<Item>(
  ctx: ReadCtx,
  list: OrderedList<Item>,
  page: number,
): Promise<Item[]> {
  const before = (page - 1) * SITE_MAP_SIZE;
  if (before >= (await totalOf(ctx, list.name))) return [];
  const { start, skip } = await locateItem(ctx, list, before);
  const read = await list
    .from(start)
    .order("asc")
    .take(skip + SITE_MAP_SIZE);
  return read.slice(skip);
}

async function namesOf(
  ctx: ReadCtx,
  people: readonly Id<"users">[],
): Promise<string[]> {
  const profiles = await Promise.all(
    [...new Set(people)].map((userId) => findProfile(ctx, userId)),
  );
  return profiles.flatMap((profile) => profile?.username ?? []);
}

const allBeats = (ctx: ReadCtx) =>
  beatList(ctx, "recent", { genre: null, state: null });
