import type { Doc } from "../../_generated/dataModel";
import type { BeatSummary, VerseSummary } from "../../shared/validators";
import { removeBeat } from "../content/beats";
import { beatSummary, verseSummary } from "../content/summaries";
import { removeVerse } from "../content/verses";
import type { ReadCtx, WriteCtx } from "../contexts";
import { isUsernameFree, updateProfile } from "../profiles/profiles";
import { findSubject, type SubjectRef } from "../safety/items";
import { withdrawWords } from "../words/published";

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
 * Removes the subject with its file. Words go without their verse. Of a profile,
 * the name, the bio and the links go; the person can choose others. Does
 * nothing if the subject is gone.
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
  const username = await newName(ctx);
  await updateProfile(ctx, profile, { username, ...none });
}

/** Returns a free name such as "artist-48213377". */
async function newName(ctx: ReadCtx): Promise<string> {
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const name = `artist-${String(number).padStart(10, "0").slice(-8)}`;
    if (await isUsernameFree(ctx, name)) return name;
  }
}
