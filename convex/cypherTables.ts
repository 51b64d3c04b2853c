import { defineTable } from "convex/server";
import { v } from "convex/values";
import {
  cypherBarsValidator,
  cypherEndValidator,
  cypherStatusValidator,
  paceValidator,
  playingValidator,
  rideValidator,
} from "./shared/cyphers";

/**
 * Tables of cyphers: chains of verses on one beat, with one mic that people
 * pass on.
 */
export const cypherTables = {
  /**
   * Cyphers: whoever has the mic records the next verse on the beat.
   * | everyone | with the beat; when it ends without verses, or loses its last
   * one
   */
  // The mic changes hands in model/cyphers/mic.ts and nowhere else.
  cyphers: defineTable({
    /** the beat */
    beatId: v.id("beats"),
    /** who started it | | also with their account */
    hostId: v.union(v.id("users"), v.null()), // null: the account is gone
    /** how many bars each verse has */
    bars: cypherBarsValidator,
    /** whether it is live, with the mic going along a line; unset: slow */
    pace: v.optional(paceValidator),
    /** whether it is announced, going or has ended */
    status: cypherStatusValidator,
    /** the time it was announced for; unset: none */
    startsAt: v.optional(v.number()),
    /** why it ended, or will end after the present turn */
    endReason: v.union(cypherEndValidator, v.null()),
    /** when it ended */
    endedAt: v.union(v.number(), v.null()),
    /** number of the turn, raised each time that somebody takes the mic */
    turnNo: v.number(),
    /** who has the mic | | with the turn */
    micUserId: v.union(v.id("users"), v.null()), // null: it is free
    /** when the turn ends */
    micDueAt: v.union(v.number(), v.null()),
    /** if a take is still arriving: until when the turn waits for it */
    micSendingUntil: v.union(v.number(), v.null()),
    /** the job that ends the turn | the server */
    micJobId: v.union(v.id("_scheduled_functions"), v.null()),
    /** whether the turn got back the time in which the server was down */
    isLatenessGiven: v.boolean(),
    /** the job that ends the cypher while the mic is free, or starts it | the server */
    idleJobId: v.union(v.id("_scheduled_functions"), v.null()),
    /** the bar of the beat where the next verse starts */
    nextStartBar: v.number(),
    /**
     * who rapped last, even if that verse is gone | | also with their account
     */
    lastRapperId: v.union(v.id("users"), v.null()),
    /** how many turns ended in a verse, even if it was deleted later */
    verseCount: v.number(),
    /**
     * - `playing.verseId`: the newest verse that its room hears
     * - `playing.startsAt`: when its first bar sounds there
     * - `playing.endsAt`: when its last bar has sounded
     */
    playing: v.optional(playingValidator), // unset: none
    /** the same for earlier verses that the room has yet to hear */
    before: v.optional(v.array(playingValidator)), // the oldest first; unset: none
    /**
     * - `ride.at`: a time at which a bar of the beat starts in its room
     * - `ride.bar`: the number of that bar
     */
    ride: v.optional(rideValidator), // unset: not live
    /** when it was started */
    createdAt: v.number(),
  })
    .index("by_beatId_and_status", ["beatId", "status"])
    .index("by_status_and_createdAt", ["status", "createdAt"])
    .index("by_status_and_startsAt", ["status", "startsAt"])
    .index("by_status_and_pace", ["status", "pace"])
    .index("by_hostId_and_status", ["hostId", "status"])
    .index("by_micUserId", ["micUserId"])
    .index("by_micDueAt", ["micDueAt"]),

  /**
   * People who rapped in a cypher, had its mic without sending a verse, or wait for the mic: in
   * line, or to be told.
   * | the person | with the cypher or the account; of those who did not rap, when the cypher ends
   */
  cypherPeople: defineTable({
    /** the cypher */
    cypherId: v.id("cyphers"),
    /** the person */
    userId: v.id("users"),
    /** how many of their turns ended in a verse */
    turns: v.number(),
    /**
     * how many turns they had without a verse; a turn put down early counts in
     * part
     */
    missed: v.number(),
    /** whether they asked to be told when the mic is free, or when it starts */
    isWaiting: v.boolean(),
    /** set if they asked to be told by mail too */
    isMailed: v.optional(v.literal(true)),
    /** when they got in line; unset: they are not */
    inLineAt: v.optional(v.number()),
  })
    .index("by_cypherId_and_userId", ["cypherId", "userId"])
    .index("by_cypherId_and_isWaiting", ["cypherId", "isWaiting"])
    .index("by_cypherId_and_inLineAt", ["cypherId", "inLineAt"])
    .index("by_userId_and_inLineAt", ["userId", "inLineAt"]),

  /**
   * Who is in the room of a live cypher. A job counts them now and then.
   * | everyone, the names of those who show them | ten minutes after the cypher
   * ends
   */
  // All pages read this one row. It is written only if something has changed.
  rooms: defineTable({
    /** the cypher */
    cypherId: v.id("cyphers"),
    /** how many are in it */
    here: v.number(),
    /**
     * who they are, in a small room | | with the next count; with the account
     */
    people: v.array(v.id("users")),
    /**
     * people in line or with the mic who are not there | | with the next count;
     * with the account
     */
    awayIds: v.array(v.id("users")),
    /**
     * number of the counting job; a job with an older number does nothing | the
     * server
     */
    chain: v.number(),
    /** when the next count is due | the server */
    dueAt: v.number(),
  }).index("by_cypherId", ["cypherId"]),

  /**
   * Tabs and devices with which people are in the room of a live cypher.
   * | the server | soon after they leave it; with the room or the account
   */
  // Each heartbeat of a tab writes one of these rows. No live query reads them.
  roomLeases: defineTable({
    /** the cypher */
    cypherId: v.id("cyphers"),
    /** the person */
    userId: v.id("users"),
    /** a random name of the tab */
    sessionId: v.string(),
    /** a secret that ends the stay; only this tab has it */
    token: v.string(),
    /** when they count as gone */
    dueAt: v.number(),
  })
    .index("by_cypherId_and_userId", ["cypherId", "userId"])
    .index("by_token", ["token"])
    .index("by_userId", ["userId"]),
};
