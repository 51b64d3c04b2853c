import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";

/**
 * What a case is about: a beat or a verse, the words of a verse, or a profile.
 * Rows and open pages have `subjectType` and `subjectId`, so these two names
 * stay, also where a `ContentRef` is meant.
 */
export type SubjectRef = Pick<Doc<"cases">, "subjectType" | "subjectId">;

type Subject =
  | { type: "beat"; beat: Doc<"beats"> }
  | { type: "verse"; verse: Doc<"verses"> }
  | { type: "words"; verse: Doc<"verses"> }
  | { type: "profile"; profile: Doc<"profiles"> };

/** Returns what a case is about, or null if it is gone. */
export async function findSubject(
  ctx: ReadCtx,
  { subjectType: type, subjectId }: SubjectRef,
): Promise<Subject | null> {
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
 * case was opened if the subject is gone.
 */
export async function titleOf(
  ctx: ReadCtx,
  { about = "", ...ref }: SubjectRef & Pick<Doc<"cases">, "about">,
): Promise<string> {
  const subject = await findSubject(ctx, ref);
  if (subject === null) return about;
  if (subject.type === "beat") return subject.beat.title;
  return subject.type === "profile"
    ? subject.profile.username
    : subject.verse.beat.title;
}
