import { v } from "convex/values";
import type { Id } from "./_generated/dataModel";
import {
  internalMemberMutation,
  ownVerseMutation,
  publicAction,
  publicQuery,
  viewerQuery,
} from "./functions";
import { findAnswered } from "./model/content/answers";
import { loadBeat, targetOf } from "./model/content/content";
import { findAnsweredIn, loadTurn } from "./model/cyphers/turns";
import { publishVerse } from "./model/content/publishing";
import * as VersePages from "./model/content/versePages";
import * as Verses from "./model/content/verses";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import { requireAct } from "./model/accounts/requireAct";
import { listAnswerable } from "./model/safety/answerable";
import { requireTogether, requireUnblocked } from "./model/safety/blocks";
import { turnValidator } from "./shared/cyphers";
import {
  audioFormatValidator,
  loudnessValidator,
  sectionValidator,
  sortValidator,
  termsValidator,
  verseSummaryValidator,
  versePageValidator,
} from "./shared/validators";

const verseFields = {
  beatId: v.id("beats"),
  storageId: v.id("_storage"),
  peaks: v.array(v.number()),
  durationMs: v.number(),
  words: v.optional(v.string()),
  wordStartsMs: v.optional(v.array(v.number())),
  loudness: v.optional(loudnessValidator),
  terms: v.optional(termsValidator),
  section: v.optional(sectionValidator),
  answersId: v.optional(v.id("verses")),
  turn: v.optional(turnValidator),
};

/**
 * Returns one page of all verses, newest or most voted first. A page past the
 * end gives the last one. Open to everyone.
 * @throws PAGE_INVALID
 */
export const list = publicQuery({
  args: { sort: sortValidator, page: v.number() },
  returns: versePageValidator,
  handler: async (ctx, args) => VersePages.listVerses(ctx, args),
});

/**
 * Returns one page of a rapper's verses, newest first. An unknown user gives an
 * empty page. Open to everyone.
 * @throws PAGE_INVALID
 */
export const listByRapper = publicQuery({
  args: { userId: v.string(), page: v.number() },
  returns: versePageValidator,
  handler: async (ctx, { userId, page }) =>
    VersePages.listVersesOf(ctx, userId, page),
});

/**
 * Returns all verses of a beat, newest first: at most twenty, the highest
 * limit. An unknown beat has none. Open to everyone.
 */
export const listByBeat = publicQuery({
  args: { beatId: v.string() },
  returns: v.array(verseSummaryValidator),
  handler: async (ctx, { beatId }) => VersePages.listVersesOn(ctx, beatId),
});

/**
 * Returns those of the given verses that the caller may answer: verses of
 * others, on beats with a free place, and with no block between the caller and
 * the rapper or the producer. Looks at the first 100 ids and ignores unknown
 * ones. Empty for callers who cannot record.
 */
export const answerable = viewerQuery({
  args: { verseIds: v.array(v.string()) },
  returns: v.array(v.id("verses")),
  handler: async (ctx, { verseIds }): Promise<Id<"verses">[]> =>
    ctx.viewer === null ? [] : listAnswerable(ctx, ctx.viewer, verseIds),
});

/**
 * Deletes a verse with its votes, waveform and file. For the rapper who made
 * it, even while suspended, and for the beat's producer as long as they have a
 * producing role and are not suspended. A producer's deletion keeps the file for
 * the rapper for seven days, and tells them.
 * @throws CANNOT_DELETE_VERSE, SUSPENDED, RATE_LIMITED, and the codes of
 * `ownVerseMutation`
 */
export const remove = ownVerseMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    requireAct(ctx.viewer, "verse:remove", targetOf(ctx.verse));
    await enforceLimit(ctx, "edit", ctx.viewer.userId);
    await Verses.removeVerseFor(ctx, ctx.viewer, ctx.verse);
    return null;
  },
});

/** Stores a verse whose file `create` has checked. */
export const insert = internalMemberMutation({
  args: { ...verseFields, extension: audioFormatValidator },
  returns: v.id("verses"),
  handler: async (ctx, args) => {
    requireAct(ctx.viewer, "verse:create");
    const beat = await loadBeat(ctx, args.beatId);
    const { userId } = ctx.viewer;
    await requireUnblocked(ctx, userId, beat.producerId);
    const { answersId, turn: named, ...verse } = args;
    if (named) {
      const wanted = { turn: named, beat, take: verse };
      const turn = await loadTurn(ctx, userId, wanted);
      const answered = await findAnsweredIn(ctx, turn);
      return Verses.createVerse(ctx, ctx.viewer, verse, { answered, turn });
    }
    const wanted = { beatId: args.beatId, answersId };
    const answered = await findAnswered(ctx, ctx.viewer, wanted);
    if (answered) await requireTogether(ctx, userId, answered.rapperId);
    const place = { answered, turn: null };
    return Verses.createVerse(ctx, ctx.viewer, verse, place);
  },
});

/**
 * Publishes an uploaded recording as a verse, and returns the new verse's id.
 * Only members who rap may call it. `durationMs` counts only if the file does
 * not state its own length. `words` are published with the verse; their lines
 * start at `wordStartsMs`. `terms` are the terms that the rapper saw when
 * recording: the verse keeps them if the beat has or had them, and otherwise
 * gets the beat's present terms. `answersId` is the verse on the same beat that
 * this one answers; if it is gone, this one answers nothing. A `turn` ends with
 * the verse, which then answers the last verse of its cypher. An impossible
 * `section` is left out. Deletes the upload if it is refused, so a retry needs
 * a new upload; but with TURN_OVER the upload stays for a day, and can be
 * published without the turn.
 * @throws ONLY_RAPPERS_RECORD, BEAT_NOT_FOUND, BLOCKED, VERSE_NOT_FOUND,
 * ANSWER_SELF, APART, TURN_OVER, TURN_LENGTH, VERSE_LIMIT_REACHED, LAST_PLACE,
 * STORAGE_FULL, WORDS_TOO_LONG, WORDS_PILED_UP, WORDS_TOO_MANY_LINES,
 * PEAKS_INVALID, LOUDNESS_INVALID, FILE_NOT_FOUND, VERSE_FILE_INVALID,
 * VERSE_FILE_TOO_LARGE, VERSE_TOO_LONG, RATE_LIMITED, and the codes of
 * `memberMutation`
 */
export const create = publicAction({
  args: verseFields,
  returns: v.id("verses"),
  handler: async (ctx, args): Promise<Id<"verses">> => publishVerse(ctx, args),
});
