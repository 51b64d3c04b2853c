import type { Doc, Id } from "../../_generated/dataModel";
import { loadBeat, loadVerse } from "./content";
import { copiedFactsOf } from "../../shared/beatFacts";
import type { StoredLoudness } from "../../shared/loudness";
import { believedSection, type PlacedSection } from "../../shared/sections";
import type { Turn } from "../../shared/cyphers";
import { DEFAULT_TERMS, type Terms } from "../../shared/terms";
import type { AudioFormat } from "../../shared/validators";
import type { WriteCtx } from "../contexts";
import type { HeldCypher } from "../cyphers/mic";
import { takeFromCypher } from "../cyphers/removal";
import {
  endTurnWith,
  requirePlace,
  ringRappers,
  settleOn,
} from "../cyphers/turns";
import { openHearing, removeHearing } from "../circle/listens";
import { ring, silence } from "../circle/rings";
import { spreadNews } from "../circle/spread";
import { popularityOf } from "../lists/popularityOf";
import { answerFields, countAnswer, unlinkAnswers } from "./answers";
import { noteFormerOriginal, noteFormerShares } from "./formerShares";
import { removePreview } from "./previews";
import { changeLikes } from "./stats";
import { leaveTombstone } from "./tombstones";
import { claimUpload, removeFile } from "./uploads";
import { removeVerseFromLists, addVerseToLists } from "../lists/verseLists";
import type { Member } from "../accounts/viewers";
import { announceNewVerse } from "../leaving/departures/farewells";
import { keepForRappers } from "../leaving/departures/keptVerses";
import { removeVotes } from "./votes";
import { removePeaks, storePeaks } from "./waveforms";
import {
  type NewVerseWords,
  publishWords,
  removeWords,
} from "../words/published";

export interface NewVerse extends NewVerseWords {
  beatId: Id<"beats">;
  storageId: Id<"_storage">;
  peaks: number[];
  durationMs: number;
  loudness?: StoredLoudness;
  /** The terms that the rapper saw when recording. */
  terms?: Terms;
  /** The bars of the beat that the verse covers. */
  section?: PlacedSection;
  /** The verse that the rapper answers. */
  answersId?: Id<"verses">;
  /** The turn of a cypher for which it was recorded. */
  turn?: Turn;
  extension: AudioFormat;
}

/** What a new verse belongs to. */
interface Place {
  /** The verse that the new verse answers. */
  answered: Doc<"verses"> | null;
  /** The turn that the new verse ends. */
  turn: HeldCypher | null;
}

/**
 * Creates a verse, which may answer another one or end a turn, and claims its
 * upload for it. Reads and raises the beat's verse count in one transaction: if
 * two people compete for the last place, the second transaction is retried,
 * finds the beat full and is refused.
 * @throws BEAT_NOT_FOUND, VERSE_LIMIT_REACHED, LAST_PLACE, FILE_NOT_FOUND,
 * PEAKS_INVALID
 */
export async function createVerse(
  ctx: WriteCtx,
  viewer: Member,
  {
    beatId,
    storageId,
    extension,
    peaks,
    durationMs,
    loudness,
    terms,
    section,
    ...words
  }: Omit<NewVerse, "answersId" | "turn">,
  { answered, turn }: Place,
): Promise<Id<"verses">> {
  const beat = await loadBeat(ctx, beatId);
  await requirePlace(ctx, beat, turn);
  const now = Date.now();
  const verseId = await ctx.db.insert("verses", {
    beatId,
    rapperId: viewer.userId,
    rapperUsername: viewer.profile.username,
    beat: { producerId: beat.producerId, ...copiedFactsOf(beat) },
    terms: termsOf(beat, terms),
    loudness,
    voteCount: 0,
    popularity: popularityOf(0, now),
    storageId,
    durationMs,
    section: believedSection(section),
    ...answerFields(answered),
    cypherId: turn?._id,
    createdAt: now,
    updatedAt: now,
  });
  if (answered) await countAnswer(ctx, answered, verseId);
  await claimUpload(ctx, viewer.userId, {
    storageId,
    claimedBy: verseId,
    extension,
  });
  await storePeaks(ctx, verseId, peaks);
  await publishWords(ctx, { _id: verseId, durationMs }, words);
  await changeVerseCount(ctx, beat, 1);
  const verse = await loadVerse(ctx, verseId);
  await addVerseToLists(ctx, verse);
  await announceNewVerse(ctx, verse);
  await openHearing(ctx, verse);
  await ringOthers(ctx, verse, answered);
  if (turn) {
    const told = [beat.producerId, answered?.rapperId];
    await ringRappers(ctx, turn, told);
    await endTurnWith(ctx, turn, beat, verse);
  } else await settleOn(ctx, beatId);
  await spreadNews(ctx, viewer.userId);
  return verseId;
}

/**
 * Notifies the rapper whom a new verse answers, and the producer of its beat.
 * Somebody who is both gets one notification.
 */
async function ringOthers(
  ctx: WriteCtx,
  { beatId, rapperId: actorId, beat: { producerId } }: Doc<"verses">,
  answered: Doc<"verses"> | null,
): Promise<void> {
  if (answered) {
    const { rapperId: userId, _id: subjectId } = answered;
    await ring(ctx, { userId, kind: "answer", subjectId, actorId });
  }
  if (answered?.rapperId === producerId) return;
  const onBeat = {
    userId: producerId,
    kind: "verse",
    subjectId: beatId,
  } as const;
  await ring(ctx, { ...onBeat, actorId });
}

/**
 * Returns the terms that a verse keeps: those under which it was recorded if
 * the beat once had them, else the beat's present terms. The server cannot know
 * when a take was recorded: it may have waited on a device for days.
 */
function termsOf(
  { terms = DEFAULT_TERMS, formerTerms = [] }: Doc<"beats">,
  recordedUnder: Terms | undefined,
): Terms {
  return recordedUnder !== undefined && formerTerms.includes(recordedUnder)
    ? recordedUnder
    : terms;
}

/**
 * Deletes a verse for its rapper or for the beat's producer. If the producer
 * deletes it, the rapper can still save the file.
 */
export async function removeVerseFor(
  ctx: WriteCtx,
  { userId }: Pick<Member, "userId">,
  verse: Doc<"verses">,
): Promise<void> {
  await keepForRappers(ctx, userId, [verse]);
  await removeVerse(ctx, verse);
}

/**
 * Deletes a verse with its votes, waveform and file, and updates all counts.
 */
export async function removeVerse(
  ctx: WriteCtx,
  verse: Doc<"verses">,
): Promise<void> {
  await noteFormerShares(ctx, verse);
  await noteFormerOriginal(ctx, verse.rapperId, verse._id);
  await removeVotes(ctx, verse._id);
  await removePeaks(ctx, verse._id);
  await removeWords(ctx, verse._id);
  await removePreview(ctx, verse._id);
  await removeFile(ctx, verse.storageId);
  await ctx.db.delete("verses", verse._id);
  await unlinkAnswers(ctx, verse);
  await takeFromCypher(ctx, verse);
  await leaveTombstone(ctx, verse._id);
  await changeVerseCount(ctx, await loadBeat(ctx, verse.beatId), -1);
  await removeVerseFromLists(ctx, verse);
  await changeLikes(ctx, verse.rapperId, -verse.voteCount);
  await removeHearing(ctx, verse._id);
  await silence(ctx, verse._id);
  await spreadNews(ctx, verse.rapperId);
}

async function changeVerseCount(
  ctx: WriteCtx,
  { _id, verseCount }: Doc<"beats">,
  by: number,
) {
  await ctx.db.patch("beats", _id, { verseCount: verseCount + by });
}
