/**
 * Internal functions that give one person many beats and verses for the study
 * of exports. They are deployed with a copy of the app and never with the app
 * itself.
 */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../../../../convex/functions";
import { createProfile } from "../../../../convex/model/profiles/profiles";

export const uploadUrl = internalMutation({
  args: {},
  returns: v.string(),
  handler: (ctx) => ctx.storage.generateUploadUrl(),
});

export const fileUrl = internalQuery({
  args: { storageId: v.id("_storage") },
  returns: v.union(v.string(), v.null()),
  handler: (ctx, { storageId }) => ctx.storage.getUrl(storageId),
});

/** Returns the subject of the new person's tokens. */
export const addOwner = internalMutation({
  args: {},
  returns: v.object({ userId: v.id("users"), subject: v.string() }),
  handler: async (ctx) => {
    const emailVerificationTime = Date.now();
    const email = "owner@example.org";
    const userId = await ctx.db.insert("users", {
      email,
      emailVerificationTime,
    });
    const expirationTime = Date.now() + 1e9;
    const session = { userId, expirationTime };
    const sessionId = await ctx.db.insert("authSessions", session);
    const links = { instagram: "", youtube: "" };
    const profile = {
      username: "owner",
      role: "producer_rapper",
      state: "Goa",
    };
    await createProfile(ctx, userId, { ...profile, ...links });
    return { userId, subject: `${userId}|${sessionId}` };
  },
});

const row = {
  voteCount: 0,
  popularity: 0,
  durationMs: 120_000,
  updatedAt: 0,
};

export const addBeat = internalMutation({
  args: { userId: v.id("users"), storageId: v.id("_storage"), n: v.number() },
  returns: v.id("beats"),
  handler: async (ctx, { userId, storageId, n }) =>
    ctx.db.insert("beats", {
      ...row,
      producerId: userId,
      title: `Beat ${n}`,
      genre: "Trap",
      state: "Goa",
      bpm: 90,
      tags: ["night"],
      isPublic: true,
      versesLimit: 10,
      verseCount: 0,
      storageId,
      createdAt: n,
    }),
});

export const addVerse = internalMutation({
  args: {
    userId: v.id("users"),
    storageId: v.id("_storage"),
    beatId: v.id("beats"),
    n: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { userId, storageId, beatId, n }) => {
    await ctx.db.insert("verses", {
      ...row,
      beatId,
      rapperId: userId,
      rapperUsername: "owner",
      beat: { producerId: userId, title: `Beat ${n}`, genre: "Trap", bpm: 90 },
      storageId,
      createdAt: n,
    });
    return null;
  },
});
