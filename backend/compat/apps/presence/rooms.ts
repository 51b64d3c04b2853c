import { Presence } from "@convex-dev/presence";
import { v } from "convex/values";
import { components } from "./_generated/api";
import { mutation, query } from "./_generated/server";

const presence = new Presence(components.presence);

export const heartbeat = mutation({
  args: {
    roomId: v.string(),
    userId: v.string(),
    sessionId: v.string(),
    interval: v.number(),
  },
  handler: (ctx, { roomId, userId, sessionId, interval }) =>
    presence.heartbeat(ctx, roomId, userId, sessionId, interval),
});

export const list = query({
  args: { roomToken: v.string() },
  handler: async (ctx, { roomToken }) =>
    (await presence.list(ctx, roomToken)).map(({ userId, online, data }) => ({
      userId,
      online,
      data: data ?? null,
    })),
});

export const updateRoomUser = mutation({
  args: { roomId: v.string(), userId: v.string(), data: v.any() },
  handler: (ctx, { roomId, userId, data }) =>
    presence.updateRoomUser(ctx, roomId, userId, data),
});

export const disconnect = mutation({
  args: { sessionToken: v.string() },
  handler: (ctx, { sessionToken }) => presence.disconnect(ctx, sessionToken),
});

export const listRoom = query({
  args: { roomId: v.string(), onlineOnly: v.boolean() },
  handler: async (ctx, { roomId, onlineOnly }) =>
    (await presence.listRoom(ctx, roomId, onlineOnly)).map(
      ({ userId }) => userId,
    ),
});

export const listUser = query({
  args: { userId: v.string() },
  handler: async (ctx, { userId }) =>
    (await presence.listUser(ctx, userId, true)).map(({ roomId }) => roomId),
});

export const removeRoomUser = mutation({
  args: { roomId: v.string(), userId: v.string() },
  handler: (ctx, { roomId, userId }) =>
    presence.removeRoomUser(ctx, roomId, userId),
});

export const removeRoom = mutation({
  args: { roomId: v.string() },
  handler: (ctx, { roomId }) => presence.removeRoom(ctx, roomId),
});
