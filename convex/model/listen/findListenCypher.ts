import type { Doc } from "../../_generated/dataModel";
import type { FoundCypher, ListenCypher } from "../../shared/listenValidators";
import { hasTombstone } from "../content/tombstones";
import type { ReadCtx } from "../contexts";
import { chainOf } from "../cyphers/chain";
import { announcementOf } from "../cyphers/going";
import { findListenContent } from "./findListenContent";
import { usernameOf } from "../profiles/profiles";

/** Finds what the public page of a cypher shows. Any text may be given as id. */
export async function findListenCypher(
  ctx: ReadCtx,
  text: string,
): Promise<FoundCypher> {
  const id = ctx.db.normalizeId("cyphers", text);
  if (id === null) return { status: "missing" };
  const cypher = await ctx.db.get("cyphers", id);
  const beat = cypher && (await ctx.db.get("beats", cypher.beatId));
  if (!beat)
    return { status: (await hasTombstone(ctx, id)) ? "removed" : "missing" };
  const verses = await chainOf(ctx, id);
  const ref = { contentType: "beat", contentId: beat._id } as const;
  const found = verses.length === 0 && (await findListenContent(ctx, ref));
  const content: ListenCypher = {
    ...{ id, beatId: beat._id, title: beat.title },
    beat: found && found.status === "found" ? found.content : null,
    producer: await usernameOf(ctx, beat.producerId),
    isOpen: cypher.status === "open",
    ...announcementOf(cypher),
    verses: await Promise.all(verses.map((verse) => verseOf(ctx, verse))),
  };
  return { status: "found", content };
}

const verseOf = async (
  ctx: ReadCtx,
  { _id, rapperId, rapperUsername, storageId, loudness }: Doc<"verses">,
) => ({
  id: _id as string,
  rapper: await usernameOf(ctx, rapperId, rapperUsername),
  fileUrl: await ctx.storage.getUrl(storageId),
  ...(loudness && { loudness }),
});
