import type { Doc, Id } from "../../_generated/dataModel";
import type { BeatSummary, VerseSummary } from "../../shared/validators";
import { removeBeat } from "../content/beats";
import { beatSummary, verseSummary } from "../content/summaries";
import { removeVerse } from "../content/verses";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findProfile, newUsername, updateProfile } from "../profiles/profiles";
import { withdrawWords } from "../words/published";

/**
 * What a case is about: a beat or a verse, the words of a verse, or a profile.
 * Rows and open pages have `subjectType` and `subjectId`, so these two names
 * stay, even where a `ContentRef` is meant.
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
 * Returns the title or username of a case's subject. If the subject is gone,
 * returns the one it had when the case was opened.
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

export async function summarizeSubject(
  ctx: ReadCtx,
  ref: SubjectRef,
): Promise<{ beat: BeatSummary | null; verse: VerseSummary | null }> {
  const subject = await findSubject(ctx, ref);
  return {
    beat:
      subject?.type === "beat" ? await beatSummary(ctx, subject.beat) : null,
    verse:
      subject !== null && "verse" in subject
        ? await verseSummary(ctx, subject.verse)
        : null,
  };
}

/**
 * Removes the subject with its file. Words go without their verse. A profile
 * loses its name, bio and links; the person can choose new ones. Does nothing
 * if the subject is gone.
 */
export async function removeSubject(
  ctx: WriteCtx,
  ref: SubjectRef,
): Promise<void> {
  const subject = await findSubject(ctx, ref);
  if (subject === null) return;
  if (subject.type === "beat") return removeBeat(ctx, subject.beat);
  if (subject.type === "verse") return removeVerse(ctx, subject.verse);
  if (subject.type === "words") return withdrawWords(ctx, subject.verse);
  await blankProfile(ctx, subject.profile);
}

async function blankProfile(ctx: WriteCtx, profile: Doc<"profiles">) {
  const none = { bio: "", instagram: "", youtube: "" };
  const username = await newUsername(ctx);
  await updateProfile(ctx, profile, { username, ...none });
}
