import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ringKindValidator } from "./shared/rings";
import { contentIdValidator, contentTypeValidator } from "./shared/validators";

/** Tables of what people learn of each other: follows, the bell and first listens. */
export const circleTables = {
  /**
   * Who follows whom. Nobody is told who follows them, only how many.
   * | the follower | by unfollowing; by a block between the two; with either
   * account
   */
  follows: defineTable({
    /** who follows */
    followerId: v.id("users"),
    /** who is followed */
    followedId: v.id("users"),
    /** when the follow began */
    createdAt: v.number(),
    /**
     * set if the follower's account was less than a day old; such a follow
     * rings no bell | the server
     */
    isYoung: v.optional(v.literal(true)),
    /** when their newest beat or verse was published; 0: they have none */
    latestAt: v.number(),
  })
    .index("by_followerId_and_followedId", ["followerId", "followedId"])
    .index("by_followedId_and_followerId", ["followedId", "followerId"])
    .index("by_followerId_and_latestAt", ["followerId", "latestAt"]),

  /**
   * What a person is told in the app: answers to their verses, verses on their
   * beats, and numbers of votes, of followers and of first listens. At most 100
   * rows each.
   * | the person | after 90 days, or when 100 newer ones have come; with what it
   * is about; with the account
   */
  // While a row is unread, a further event on the same subject changes it
  // instead of adding one. See model/circle/rings.ts.
  bell: defineTable({
    /** who is told | the server */
    userId: v.id("users"),
    /** what happened */
    kind: ringKindValidator,
    /** what it happened to: a beat, a verse, a cypher, or the person */
    subjectId: v.union(
      v.id("beats"),
      v.id("verses"),
      v.id("cyphers"),
      v.id("users"),
    ),
    /**
     * who did it last; null for rows that give only a number | | also by a
     * block between the two; with the account of either
     */
    actorId: v.union(v.id("users"), v.null()),
    /** how often it happened while the row was unread */
    count: v.number(),
    /** when it happened last */
    at: v.number(),
    /** when the person saw it | the person, as seen or not */
    readAt: v.union(v.number(), v.null()),
  })
    .index("by_userId_and_at", ["userId", "at"])
    .index("by_userId_and_readAt_and_kind_and_subjectId", [
      "userId",
      "readAt",
      "kind",
      "subjectId",
    ])
    .index("by_userId_and_actorId", ["userId", "actorId"])
    .index("by_actorId", ["actorId"])
    .index("by_subjectId", ["subjectId"])
    .index("by_at", ["at"]),

  /**
   * The number of followers that a person was last told of, so that nobody is
   * told twice when somebody follows again.
   * | the server | with the account
   */
  // See model/circle/followers.ts.
  followerTallies: defineTable({
    /** who was told */
    userId: v.id("users"),
    /** the highest number of followers that they were told of */
    told: v.number(),
    /** when they are told again; null: nobody new since then */
    dueAt: v.union(v.number(), v.null()),
  }).index("by_userId", ["userId"]),

  /**
   * How many people have heard a beat or verse, up to ten. Items from before
   * the site counted listens have no row, and count as heard.
   * | its author | with the beat or verse
   */
  // At most ten listens write a row. See model/circle/listens.ts.
  hearings: defineTable({
    /** beat or verse */
    contentType: contentTypeValidator,
    /** which beat or verse it is */
    contentId: contentIdValidator,
    /** who made it */
    ownerId: v.id("users"),
    /** when it was published */
    createdAt: v.number(),
    /** how many people have heard it */
    heard: v.number(),
    /** whether further listeners still count | the server */
    isFresh: v.boolean(),
    /** sort key: the least heard first, then the newest | the server */
    rank: v.number(),
  })
    .index("by_isFresh_and_rank", ["isFresh", "rank"])
    .index("by_contentId", ["contentId"]),

  /**
   * The first people who heard a beat or verse, so that each of them counts
   * once. At most ten rows for each.
   * | the listener | with the beat or verse; with the listener's account
   */
  listens: defineTable({
    /** who heard it */
    userId: v.id("users"),
    /** beat or verse */
    contentId: contentIdValidator,
    /** when they heard it */
    at: v.number(),
  })
    .index("by_userId_and_contentId", ["userId", "contentId"])
    .index("by_contentId", ["contentId"]),
};
