/**
 * Internal functions that fill a deployment for the scale study. They are
 * deployed with a copy of the app and never with the app itself.
 *
 * Rows are written in the state they would have after all votes. The app's own
 * model lists them, so that all counters, landmarks and search rows are exactly
 * what the app would have made.
 */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../../../../convex/functions";
import { countFollow } from "../../../../convex/model/circle/followers";
import { spreadNews as spreadNewsOf } from "../../../../convex/model/circle/spread";
import { addBeatToLists } from "../../../../convex/model/lists/beatLists";
import { loadBeat } from "../../../../convex/model/content/content";
import { popularityOf } from "../../../../convex/model/lists/popularityOf";
import { createProfile } from "../../../../convex/model/profiles/profiles";
import { changeLikes } from "../../../../convex/model/content/stats";
import { DAY_MS } from "../../../../convex/shared/limits";

export const uploadUrl = internalMutation({
  args: {},
  returns: v.string(),
  handler: (ctx) => ctx.storage.generateUploadUrl(),
});

export const addPeople = internalMutation({
  args: {
    people: v.array(
      v.object({ username: v.string(), role: v.string(), state: v.string() }),
    ),
  },
  returns: v.array(v.id("users")),
  handler: async (ctx, { people }) => {
    const userIds = [];
    for (const person of people) {
      const email = `${person.username}@example.org`;
      const emailVerificationTime = Date.now();
      const user = { email, emailVerificationTime };
      const userId = await ctx.db.insert("users", user);
      const profile = { ...person, instagram: "", youtube: "" };
      await createProfile(ctx, userId, profile);
      userIds.push(userId);
    }
    return userIds;
  },
});

/** Opens a session for each user, and returns the subjects of their tokens. */
export const openSessions = internalMutation({
  args: { userIds: v.array(v.id("users")) },
  returns: v.array(v.string()),
  handler: async (ctx, { userIds }) => {
    const expirationTime = Date.now() + DAY_MS;
    const subjects = [];
    for (const userId of userIds) {
      const session = { userId, expirationTime };
      const sessionId = await ctx.db.insert("authSessions", session);
      subjects.push(`${userId}|${sessionId}`);
    }
    return subjects;
  },
});

export const addBeats = internalMutation({
  args: {
    storageId: v.id("_storage"),
    beats: v.array(
      v.object({
        producerId: v.id("users"),
        voterIds: v.array(v.id("users")),
        title: v.string(),
        genre: v.string(),
        state: v.string(),
        createdAt: v.number(),
      }),
    ),
  },
  returns: v.array(v.id("beats")),
  handler: async (ctx, { storageId, beats }) => {
    const beatIds = [];
    for (const { voterIds, ...fields } of beats) {
      const { producerId, createdAt } = fields;
      const beatId = await ctx.db.insert("beats", {
        ...fields,
        storageId,
        bpm: 90,
        tags: ["night"],
        isPublic: true,
        versesLimit: 10,
        verseCount: 0,
        voteCount: voterIds.length,
        popularity: popularityOf(voterIds.length, createdAt),
        durationMs: 120_000,
        updatedAt: createdAt,
      });
      await addBeatToLists(ctx, await loadBeat(ctx, beatId));
      for (const userId of voterIds) {
        await ctx.db.insert("votes", {
          userId,
          contentType: "beat",
          contentId: beatId,
          vote: 1,
          createdAt,
        });
      }
      await changeLikes(ctx, producerId, voterIds.length);
      beatIds.push(beatId);
    }
    return beatIds;
  },
});

/**
 * Makes people follow an artist. Each of them gets a bell row about each beat; half of the rows are
 * unread.
 */
export const addCircle = internalMutation({
  args: {
    userIds: v.array(v.id("users")),
    followedId: v.id("users"),
    beatIds: v.array(v.id("beats")),
  },
  returns: v.null(),
  handler: async (ctx, { userIds, followedId, beatIds }) => {
    const createdAt = Date.now();
    for (const userId of userIds) {
      const follow = { followedId, createdAt, latestAt: 0 };
      await ctx.db.insert("follows", { ...follow, followerId: userId });
      await countFollow(ctx, follow, 1);
      for (const [place, subjectId] of beatIds.entries())
        await ctx.db.insert("bell", {
          ...{ userId, kind: "verse", subjectId, actorId: followedId },
          ...{ count: 1, at: createdAt - place },
          readAt: place % 2 === 0 ? null : createdAt,
        });
    }
    return null;
  },
});

/** Begins to tell the followers of a person, as a publication does. */
export const spreadNews = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await spreadNewsOf(ctx, userId);
    return null;
  },
});

/**
 * Returns whether the follower with the highest id, who is told last, has news of what was
 * published at `at`.
 */
export const hasNews = internalQuery({
  args: { userId: v.id("users"), at: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { userId, at }) => {
    const last = await ctx.db
      .query("follows")
      .withIndex("by_followedId_and_followerId", (q) =>
        q.eq("followedId", userId),
      )
      .order("desc")
      .first();
    return last !== null && last.latestAt >= at;
  },
});
