import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { accountTables } from "./accountTables";
import { circleTables } from "./circleTables";
import { cypherTables } from "./cypherTables";
import { moderationTables } from "./moderationTables";
import { beatFacts, copiedFacts } from "./shared/beatFacts";
import { gridValidator, keyValidator } from "./shared/bars";
import { uploadTables } from "./uploadTables";
import {
  contentIdValidator,
  contentTypeValidator,
  loudnessValidator,
  sectionValidator,
  termsValidator,
  versesLimitValidator,
} from "./shared/validators";
import { wordTables } from "./wordTables";

/**
 * The comments before tables and fields are what docs/data.md says of them:
 * what a field is for | who can read it | when it is deleted. See
 * `testing/test.dataPage.ts`. Run `npm run data` after a change.
 */
export default defineSchema({
  ...accountTables,
  ...uploadTables,
  ...wordTables,
  ...moderationTables,
  ...circleTables,
  ...cypherTables,

  /**
   * Uploaded beats. Their producers can delete them at any time.
   * | everyone | with the beat
   */
  beats: defineTable({
    /** who uploaded it */
    producerId: v.id("users"),
    ...beatFacts,
    /** the producer's state when it was uploaded, for filters */
    state: v.string(),
    /** always true | the server */
    isPublic: v.literal(true),
    /** how many verses it accepts */
    versesLimit: versesLimitValidator,
    /** what others may do with it; unset: `DEFAULT_TERMS` */
    terms: v.optional(termsValidator),
    /** what others could do with it earlier; each at most once | the server */
    formerTerms: v.optional(v.array(termsValidator)),
    /** - `grid.firstBarMs`: where its first bar starts */
    grid: v.optional(gridValidator), // unset: bar 1 is the start of the file
    /** its musical key; unset: not known */
    key: v.optional(keyValidator),
    /**
     * - `loudness.lufs`: how loud it is, for the volume of players
     * - `loudness.truePeakDbtp`: its highest level, for the volume of players
     */
    loudness: v.optional(loudnessValidator), // measured by the client
    /** number of verses on it */
    verseCount: v.number(),
    /** number of votes for it */
    voteCount: v.number(),
    /** sort key of popular lists | the server */
    popularity: v.number(), // see model/lists/popularityOf.ts
    /** when its votes were last added to its numbers | the server */
    countedAt: v.optional(v.number()),
    /**
     * while many vote: when votes are next added to its numbers | the server
     */
    foldsAt: v.optional(v.number()), // see model/content/voteCounts.ts
    /** the highest number of votes that its author was told of | the server */
    toldVotes: v.optional(v.number()), // see model/content/voteRings.ts
    /** while new votes wait: when the author is told of them | the server */
    tellsVotesAt: v.optional(v.number()),
    /** its audio file | | with the beat, together with the file */
    storageId: v.id("_storage"),
    /** length of the audio */
    durationMs: v.number(),
    /** when it was uploaded */
    createdAt: v.number(),
    /** when it last changed | the server */
    updatedAt: v.number(),
  })
    .index("by_createdAt", ["createdAt"])
    .index("by_genre_and_createdAt", ["genre", "createdAt"])
    .index("by_state_and_createdAt", ["state", "createdAt"])
    .index("by_genre_and_state_and_createdAt", ["genre", "state", "createdAt"])
    .index("by_popularity", ["popularity"])
    .index("by_genre_and_popularity", ["genre", "popularity"])
    .index("by_state_and_popularity", ["state", "popularity"])
    .index("by_genre_and_state_and_popularity", [
      "genre",
      "state",
      "popularity",
    ])
    .index("by_producerId_and_createdAt", ["producerId", "createdAt"])
    .index("by_foldsAt", ["foldsAt"]),

  /**
   * Recorded verses. Their rappers, and the producers of their beats, can
   * delete them at any time.
   * | everyone | with the verse or its beat
   */
  verses: defineTable({
    /** the beat */
    beatId: v.id("beats"),
    /** who recorded it */
    rapperId: v.id("users"),
    /** name when it was recorded, shown if there is no profile */
    rapperUsername: v.string(),
    // Copied from the beat, where these fields never change. A page of verses
    // therefore reads no beats, and a vote on a beat does not rerun it.
    beat: v.object({
      /** copy from the beat */
      producerId: v.id("users"),
      ...copiedFacts,
    }),
    /** the beat's terms when the verse was recorded */
    terms: v.optional(termsValidator),
    /**
     * - `loudness.lufs`: how loud it is, for the volume of players
     * - `loudness.truePeakDbtp`: its highest level, for the volume of players
     */
    loudness: v.optional(loudnessValidator), // measured by the client
    /** number of votes for it */
    voteCount: v.number(),
    /** sort key of popular lists | the server */
    popularity: v.number(),
    /** when its votes were last added to its numbers | the server */
    countedAt: v.optional(v.number()),
    /**
     * while many vote: when votes are next added to its numbers | the server
     */
    foldsAt: v.optional(v.number()), // see model/content/voteCounts.ts
    /** the highest number of votes that its author was told of | the server */
    toldVotes: v.optional(v.number()), // see model/content/voteRings.ts
    /** while new votes wait: when the author is told of them | the server */
    tellsVotesAt: v.optional(v.number()),
    /** its audio file | | with the verse, together with the file */
    storageId: v.id("_storage"),
    /** length of the audio */
    durationMs: v.number(),
    /** whether its words are published, in `verseWords` | | with the verse */
    hasWords: v.optional(v.boolean()),
    /**
     * - `section.startBar`: the first bar of the beat that it has
     * - `section.bars`: how many whole bars it has
     * - `section.atMs`: where the first of them starts in the file
     * - `section.endMs`: where the last of them ends in the file
     */
    section: v.optional(sectionValidator), // unset: not known
    /** the verse that it answers | | with that verse */
    answersId: v.optional(v.id("verses")),
    /** who recorded that verse; empty once it is deleted | | with that verse */
    answersRapperId: v.optional(v.union(v.id("users"), v.null())), // unset: it answers nothing
    /** number of verses that answer it */
    answerCount: v.optional(v.number()), // unset: none
    /** the first of these answers, for the link on its card */
    firstAnswerId: v.optional(v.id("verses")),
    /** the cypher that it was recorded for */
    cypherId: v.optional(v.id("cyphers")),
    /** when it was published */
    createdAt: v.number(),
    /** when it last changed | the server */
    updatedAt: v.number(),
  })
    .index("by_createdAt", ["createdAt"])
    .index("by_popularity", ["popularity"])
    .index("by_beatId_and_createdAt", ["beatId", "createdAt"])
    .index("by_beatId_and_rapperId", ["beatId", "rapperId"])
    .index("by_answersId_and_createdAt", ["answersId", "createdAt"])
    .index("by_cypherId_and_createdAt", ["cypherId", "createdAt"])
    .index("by_rapperId_and_createdAt", ["rapperId", "createdAt"])
    .index("by_foldsAt", ["foldsAt"]),

  /**
   * Removed beats, verses and cyphers, so that old links to them can say so.
   * | everyone who knows the old link | never; it is about nobody
   */
  tombstones: defineTable({
    /** hash of the id, which identifies nobody */
    idHash: v.string(),
  }).index("by_idHash", ["idHash"]),

  /**
   * Votes for beats and verses. Others see only the numbers, never who voted.
   * | the person | with the vote, its beat or verse, or the account of the
   * voter
   */
  votes: defineTable({
    /** who voted */
    userId: v.id("users"),
    /** beat or verse */
    contentType: contentTypeValidator,
    /** what the vote is for */
    contentId: contentIdValidator,
    /** always 1 | the server */
    vote: v.literal(1),
    /** when they voted */
    createdAt: v.number(),
  })
    .index("by_userId_and_contentId", ["userId", "contentId"])
    .index("by_contentId", ["contentId"]),

  /**
   * Recent votes on beats and verses that many people vote for at once, until
   * they are added to the numbers. They name no voter.
   * | everyone, in the numbers | within seconds; with the beat or verse
   */
  voteShards: defineTable({
    /** beat or verse */
    contentId: contentIdValidator,
    /** who made the beat or verse */
    authorId: v.id("users"),
    /** `foldsAt` of the beat or verse at the time | the server */
    round: v.number(),
    /**
     * one of several, chosen by chance so that voters do not wait | the server
     */
    shard: v.number(),
    /** votes, less those taken back */
    count: v.number(),
  })
    .index("by_contentId_and_round_and_shard", ["contentId", "round", "shard"])
    .index("by_authorId", ["authorId"]),

  /**
   * Number of votes on all beats and verses of a person.
   * | everyone | with the account
   */
  likes: defineTable({
    /** whose votes are counted */
    userId: v.id("users"),
    /** the number */
    count: v.number(),
  }).index("by_userId", ["userId"]),

  /**
   * Lengths of lists.
   * | the server | lists of an artist: with the account
   */
  // See model/lists/listTotals.ts.
  listTotals: defineTable({
    /** name of the list, which may contain the id of an artist */
    list: v.string(),
    /**
     * number of the shard, which counts a part of the length; older rows lack
     * it
     */
    shard: v.optional(v.number()),
    /** a part of the length | everyone | with the row */
    count: v.number(),
  }).index("by_list_and_shard", ["list", "shard"]),

  /**
   * Positions in long lists, so that late pages load quickly.
   * | the server | with the row
   */
  // Landmarks count the items between two positions; see
  // model/lists/rankIndex.ts.
  landmarks: defineTable({
    /**
     * name of the list, which may contain the id of an artist | | lists of an
     * artist: with the account
     */
    list: v.string(),
    /** level in the index */
    level: v.number(),
    /** first sort key */
    start: v.number(),
    /** how many items the landmark counts */
    count: v.number(),
  }).index("by_list_and_level_and_start", ["list", "level", "start"]),

  /**
   * Waveforms.
   * | everyone | with the beat or verse
   */
  waveforms: defineTable({
    /** the beat or verse */
    contentId: contentIdValidator,
    /** the waveform; one byte for each peak */
    peaks: v.bytes(),
  }).index("by_contentId", ["contentId"]),

  /**
   * The pictures that link previews show, drawn by the server from public names
   * and titles.
   * | everyone | with the beat or verse
   */
  // While one is drawn, `drawingSince` is set; `storageId` is null until the first
  // one is stored. See model/content/previews.ts.
  previews: defineTable({
    /** the beat or verse */
    contentId: contentIdValidator,
    /** hash of what the picture shows, to notice a new name */
    version: v.string(),
    /**
     * the file of the picture | | with the beat or verse, or when it is drawn
     * again
     */
    storageId: v.union(v.id("_storage"), v.null()),
    /**
     * when a drawing began, so that only one runs | nobody | when the drawing
     * ends
     */
    drawingSince: v.union(v.number(), v.null()),
  })
    .index("by_contentId", ["contentId"])
    .index("by_storageId", ["storageId"])
    .index("by_drawingSince", ["drawingSince"]),

  /**
   * Numbers of recent attempts, which limit abuse.
   * | the server | with the row
   */
  // After `fullAt` the row has no effect; see model/rateLimits/attempts.ts.
  attemptCounters: defineTable({
    /**
     * hash of the limit and of the accounts, address or network | | when all
     * attempts are available again, a day at most; counters of one account also
     * with the account
     */
    key: v.string(),
    /** time of the last attempt */
    countedAt: v.number(),
    /** when all attempts are available again */
    fullAt: v.number(),
  })
    .index("by_key", ["key"])
    .index("by_fullAt", ["fullAt"]),
});
