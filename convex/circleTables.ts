import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ringKindValidator } from "./shared/rings";

/** Tables of what people learn of each other: follows and the bell. */
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
    /** since when */
    createdAt: v.number(),
    /**
     * set if the follower's account was less than a day old: it rings no bell |
     * the server
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
   * beats, and numbers of votes and of followers. At most 100 rows each.
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
    /** what it happened to: a beat, a verse, or the person */
    subjectId: v.union(v.id("beats"), v.id("verses"), v.id("users")),
    /**
     * who did it last; null for votes and followers, which name nobody | | also
     * by a block between the two; with the account of either
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
   * How many followers a person was told of, so that following again rings no
   * second time.
   * | the server | with the account
   */
  // See model/circle/followers.ts.
  followerTallies: defineTable({
    /** who was told */
    userId: v.id("users"),
    /** the highest number that was told */
    told: v.number(),
    /** when they are told again; null: nobody has come since */
    dueAt: v.union(v.number(), v.null()),
  }).index("by_userId", ["userId"]),
};
