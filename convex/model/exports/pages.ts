import type { WriteCtx } from "../contexts";
import { mailLanguageOf } from "../accounts/settings";
import { findProfile } from "../profiles/profiles";
import { addText } from "./entries";
import type { Export } from "./exports";
import { indexPage } from "./indexPage";

/** Bounds the size of a page, which is one row of a table. */
const SOUNDS_PER_PAGE = 500;

/** Adds index.html, or the next of index-2.html, index-3.html and so on. */
export async function addPages(
  ctx: WriteCtx,
  { _id, userId, page, soundCount }: Export,
): Promise<Partial<Export>> {
  const count = Math.max(1, Math.ceil(soundCount / SOUNDS_PER_PAGE));
  const names = Array.from({ length: count }, (_, at) => pageName(at + 1));
  const last = page * SOUNDS_PER_PAGE;
  const sounds = await ctx.db
    .query("exportEntries")
    .withIndex("by_exportId_and_number", (q) =>
      q
        .eq("exportId", _id)
        .gt("number", last - SOUNDS_PER_PAGE)
        .lte("number", last),
    )
    .take(SOUNDS_PER_PAGE);
  const profile = await findProfile(ctx, userId);
  const username = profile?.username ?? "";
  const language = await mailLanguageOf(ctx, userId);
  const text = indexPage({ username, language }, sounds, names);
  await addText(ctx, _id, { path: pageName(page), text });
  return page < count ? { page: page + 1 } : { stage: "files", page: 1 };
}

const pageName = (page: number) =>
  page === 1 ? "index.html" : `index-${page}.html`;
