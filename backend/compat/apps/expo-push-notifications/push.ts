import { PushNotifications } from "@convex-dev/expo-push-notifications";
import { v } from "convex/values";
import { components } from "./_generated/api";
import { mutation, query } from "./_generated/server";

const push = new PushNotifications<string>(components.pushNotifications);
const user = { userId: v.string() };

export const recordToken = mutation({
  args: { userId: v.string(), pushToken: v.string() },
  handler: (ctx, args) => push.recordToken(ctx, args),
});

export const removeToken = mutation({
  args: user,
  handler: (ctx, args) => push.removeToken(ctx, args),
});

export const status = query({
  args: user,
  handler: (ctx, args) => push.getStatusForUser(ctx, args),
});

export const pause = mutation({
  args: user,
  handler: (ctx, args) => push.pauseNotificationsForUser(ctx, args),
});

export const unpause = mutation({
  args: user,
  handler: (ctx, args) => push.unpauseNotificationsForUser(ctx, args),
});

export const send = mutation({
  args: { ...user, title: v.string() },
  handler: (ctx, { userId, title }) =>
    push.sendPushNotification(ctx, { userId, notification: { title } }),
});

export const list = query({
  args: user,
  handler: (ctx, args) => push.getNotificationsForUser(ctx, args),
});
