import { v, type Infer } from "convex/values";
import { audioFormatValidator } from "./validators";

/** A verse that will be removed with the beat of someone who is leaving. */
const versesGoingValidator = v.object({
  verseId: v.id("verses"),
  beatTitle: v.string(),
  producer: v.string(),
  goesAt: v.number(),
  fileUrl: v.union(v.string(), v.null()),
  extension: audioFormatValidator,
});
export type VersesGoing = Infer<typeof versesGoingValidator>;

/** A verse that a producer has deleted, and whose file can still be saved. */
const deletedVerseValidator = v.object({
  id: v.id("keptVerses"),
  beatTitle: v.string(),
  producer: v.string(), // empty once the producer has left
  goesAt: v.number(),
  fileUrl: v.union(v.string(), v.null()), // null until the file has moved
  extension: audioFormatValidator,
});
export type DeletedVerse = Infer<typeof deletedVerseValidator>;

/** Notices that the app shows a person about departures and deletions. Times are in ms. */
export const leavingNoticesValidator = v.object({
  keptAt: v.union(v.number(), v.null()), // when signing in kept the account
  going: v.array(versesGoingValidator),
  deleted: v.array(deletedVerseValidator),
  hasMoreGoing: v.boolean(), // whether there are more verses than are listed
  hasMoreDeleted: v.boolean(),
});
export type LeavingNotices = Infer<typeof leavingNoticesValidator>;

/** Counts stop here; the app shows the number with a plus. */
export const MOST_COUNTED = 1000;

/**
 * Counts of what is removed with an account, up to `MOST_COUNTED` of each kind.
 */
export const belongingsValidator = v.object({
  beats: v.number(),
  verses: v.number(),
  votes: v.number(),
  versesOfOthers: v.number(),
});
export type Belongings = Infer<typeof belongingsValidator>;

export const noticeKindValidator = v.union(
  v.literal("leaving"), // to the person who asked to delete their account
  v.literal("versesGo"), // to a rapper on that person's beats
  v.literal("verseDeleted"), // to a rapper whose verse a producer has deleted
);
export type NoticeKind = Infer<typeof noticeKindValidator>;
