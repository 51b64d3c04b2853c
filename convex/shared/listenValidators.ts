import { v, type Infer } from "convex/values";
import { beatFacts } from "./beatFacts";
import { paceValidator } from "./cyphers";
import { roleValidator } from "./roles";
import {
  audioFormatValidator,
  contentTypeValidator,
  loudnessValidator,
  termsValidator,
} from "./validators";
import { publishedWordsValidator } from "./words";

const verseLinkValidator = v.object({ id: v.string(), rapper: v.string() });
export type VerseLink = Infer<typeof verseLinkValidator>;

/** The verse that a verse answers; null if that one was deleted. */
const answeredValidator = v.object({
  verse: v.union(verseLinkValidator, v.null()),
});

/** A beat or a verse as its public page shows it. */
const listenContentValidator = v.object({
  contentType: contentTypeValidator,
  id: v.string(),
  beatId: v.string(),
  ...beatFacts, // facts of the beat
  producer: v.string(), // empty for a person without a profile
  rapper: v.union(v.string(), v.null()), // null for a beat
  terms: termsValidator,
  hasRoom: v.boolean(), // whether the beat accepts another verse
  fileUrl: v.union(v.string(), v.null()),
  format: v.union(audioFormatValidator, v.null()),
  sizeBytes: v.union(v.number(), v.null()),
  durationMs: v.number(),
  loudness: v.optional(loudnessValidator),
  createdAt: v.number(),
  peaks: v.array(v.number()),
  // words of a verse, if published
  words: v.union(publishedWordsValidator, v.null()),
  verses: v.array(verseLinkValidator), // verses on a beat, newest first
  answers: v.union(answeredValidator, v.null()), // null unless a verse answers another
  answeredBy: v.array(verseLinkValidator), // the first five answers to a verse
});
export type ListenContent = Infer<typeof listenContentValidator>;

export const foundContentValidator = v.union(
  v.object({ status: v.literal("found"), content: listenContentValidator }),
  v.object({ status: v.union(v.literal("removed"), v.literal("missing")) }),
);
export type FoundContent = Infer<typeof foundContentValidator>;

/** A cypher as its public page shows it. */
const listenCypherValidator = v.object({
  id: v.string(),
  beatId: v.string(),
  title: v.string(), // title of the beat
  beat: v.union(listenContentValidator, v.null()), // the beat to play while there is no verse
  producer: v.string(), // empty for a person without a profile
  isOpen: v.boolean(),
  pace: paceValidator,
  startsAt: v.union(v.number(), v.null()), // null once it has started, or if it was not announced
  verses: v.array(
    v.object({
      ...verseLinkValidator.fields,
      fileUrl: v.union(v.string(), v.null()),
      loudness: v.optional(loudnessValidator),
    }),
  ), // the oldest first
});
export type ListenCypher = Infer<typeof listenCypherValidator>;

export const foundCypherValidator = v.union(
  v.object({ status: v.literal("found"), content: listenCypherValidator }),
  v.object({ status: v.union(v.literal("removed"), v.literal("missing")) }),
);
export type FoundCypher = Infer<typeof foundCypherValidator>;

const linkValidator = v.object({
  id: v.string(),
  title: v.string(),
  durationMs: v.number(),
});

/**
 * An artist as their public page shows them, with their newest beats and
 * verses.
 */
export const listenArtistValidator = v.object({
  username: v.string(),
  role: roleValidator,
  state: v.string(),
  bio: v.string(),
  userId: v.string(),
  beats: v.array(linkValidator),
  verses: v.array(linkValidator),
});
export type ListenArtist = Infer<typeof listenArtistValidator>;

/** Pages for a site map. */
export const siteMapPageValidator = v.object({
  content: v.array(v.object({ id: v.string(), updatedAt: v.number() })),
  artists: v.array(v.string()), // usernames of the makers of these items
});
export type SiteMapPage = Infer<typeof siteMapPageValidator>;
