import { v } from "convex/values";
import {
  memberMutation,
  ownVerseMutation,
  publicQuery,
  verseMutation,
  viewerQuery,
} from "./functions";
import { requireAct } from "./model/accounts/requireAct";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import * as Drafts from "./model/words/drafts";
import * as Published from "./model/words/published";
import { keptWordsValidator, publishedWordsValidator } from "./shared/words";

/**
 * Returns the words that were published with a verse; null if there are none.
 * Open to everyone.
 */
export const get = publicQuery({
  args: { verseId: v.string() },
  returns: v.union(publishedWordsValidator, v.null()),
  handler: async (ctx, { verseId }) => Published.findPublished(ctx, verseId),
});

/**
 * Returns the caller's own draft for a beat; null if they have none or are
 * signed out. Nobody else can read it.
 */
export const draft = viewerQuery({
  args: { beatId: v.string() },
  returns: v.union(keptWordsValidator, v.null()),
  handler: async (ctx, { beatId }) =>
    ctx.viewer === null
      ? null
      : Drafts.findDraft(ctx, ctx.viewer.userId, beatId),
});

/**
 * Keeps an edit of the caller's draft for a beat, and returns the draft. Only
 * members who rap may call it. `base` is `savedAt` of the version that was
 * edited, and `ageMs` the time since the last edit: with them, two devices that
 * edited independently lose nothing.
 * @throws ONLY_RAPPERS_RECORD, WORDS_TOO_LONG, WORDS_PILED_UP,
 * WORDS_TOO_MANY_LINES, TOO_MANY_WORD_DRAFTS, BEAT_NOT_FOUND, RATE_LIMITED, and
 * the codes of `memberMutation`
 */
export const saveDraft = memberMutation({
  args: {
    beatId: v.id("beats"),
    words: v.string(),
    base: v.union(v.number(), v.null()),
    ageMs: v.number(),
  },
  returns: keptWordsValidator,
  handler: async (ctx, edit) => {
    requireAct(ctx.viewer, "verse:create");
    return Drafts.saveDraft(ctx, ctx.viewer.userId, edit);
  },
});

/**
 * Changes the published words of a verse; everyone sees that they were edited.
 * Only the rapper who made it may call it.
 * @throws NOT_YOUR_WORDS, WORDS_NOT_FOUND, WORDS_REQUIRED, WORDS_TOO_LONG,
 * WORDS_PILED_UP, WORDS_TOO_MANY_LINES, RATE_LIMITED, and the codes of
 * `verseMutation`
 */
export const edit = verseMutation({
  args: { words: v.string() },
  returns: v.null(),
  handler: async (ctx, { words }) => {
    requireAct(ctx.viewer, "words:edit", { ownerId: ctx.verse.rapperId });
    await Published.editWords(ctx, ctx.verse, words);
    return null;
  },
});

/**
 * Withdraws the published words of a verse, which stays. Only the rapper who
 * made it may call it, even while suspended. Does nothing if there are none.
 * @throws NOT_YOUR_WORDS, RATE_LIMITED, and the codes of `ownVerseMutation`
 */
export const withdraw = ownVerseMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    requireAct(ctx.viewer, "words:withdraw", { ownerId: ctx.verse.rapperId });
    await enforceLimit(ctx, "edit", ctx.viewer.userId);
    await Published.withdrawWords(ctx, ctx.verse);
    return null;
  },
});
