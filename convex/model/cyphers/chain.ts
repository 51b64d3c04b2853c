import type { Doc, Id } from "../../_generated/dataModel";
import { MOST_VERSES } from "../../shared/cyphers";
import type { ReadCtx } from "../contexts";

const versesOf = (ctx: ReadCtx, cypherId: Id<"cyphers">) =>
  ctx.db
    .query("verses")
    .withIndex("by_cypherId_and_createdAt", (q) => q.eq("cypherId", cypherId));

/** Returns the verses of a cypher, the oldest first. */
export const chainOf = (
  ctx: ReadCtx,
  cypherId: Id<"cyphers">,
): Promise<Doc<"verses">[]> => versesOf(ctx, cypherId).take(MOST_VERSES);

/** Returns the newest verse of a cypher that has not been deleted. */
export const findLastVerse = (
  ctx: ReadCtx,
  cypherId: Id<"cyphers">,
): Promise<Doc<"verses"> | null> =>
  versesOf(ctx, cypherId).order("desc").first();
