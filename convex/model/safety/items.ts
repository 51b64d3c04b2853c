import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";

export type ItemRef = Pick<Doc<"cases">, "subjectType" | "subjectId">;

type Item =
  | { type: "beat"; beat: Doc<"beats"> }
  | { type: "verse"; verse: Doc<"verses"> }
  | { type: "words"; verse: Doc<"verses"> }
  | { type: "profile"; profile: Doc<"profiles"> };

/** Returns what a case is about, or null if it is gone. */
export async function findItem(
  ctx: ReadCtx,
  { subjectType: type, subjectId }: ItemRef,
): Promise<Item | null> {
  // The type of a subject tells the table of its id.
  if (type === "beat") {
    const beat = await ctx.db.get("beats", subjectId as Id<"beats">);
    return beat && { type, beat };
  }
  if (type === "profile") {
    const profile = await findProfile(ctx, subjectId as Id<"users">);
    return profile && { type, profile };
  }
  const verse = await ctx.db.get("verses", subjectId as Id<"verses">);
  if (!verse) return null;
  if (type === "words") return verse.hasWords ? { type, verse } : null;
  return { type, verse };
}

/**
 * Returns the title or username of what a case is about, or what it was when the
 * case was opened if the item is gone.
 */
export async function titleOf(
  ctx: ReadCtx,
  { about = "", ...ref }: ItemRef & Pick<Doc<"cases">, "about">,
): Promise<string> {
  const item = await findItem(ctx, ref);
  if (item === null) return about;
  if (item.type === "beat") return item.beat.title;
  return item.type === "profile"
    ? item.profile.username
    : item.verse.beat.title;
}
