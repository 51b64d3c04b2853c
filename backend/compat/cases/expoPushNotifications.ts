import { deepEqual, equal, rejects } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";

const userId = "asha";

export const expoPushNotifications: CompatCase = {
  component: "expo-push-notifications",
  note: "Delivery is not tested because the address of Expo's service is fixed",
  checks: [
    {
      functions: ["recordToken", "getStatusForUser"],
      name: "reports a recorded token",
      run: async (app) => {
        deepEqual(await app.query("push:status", { userId }), {
          hasToken: false,
          paused: false,
        });
        const pushToken = "ExponentPushToken[abc]";
        await app.mutation("push:recordToken", { userId, pushToken });
        deepEqual(await app.query("push:status", { userId }), {
          hasToken: true,
          paused: false,
        });
      },
    },
    {
      functions: ["sendPushNotification"],
      name: "refuses to send to a user without a token",
      run: async (app) => {
        await rejects(
          app.mutation("push:send", { userId: "nobody", title: "Hi" }),
          /No push token found for user/,
        );
      },
    },
    {
      functions: [
        "pauseNotificationsForUser",
        "unpauseNotificationsForUser",
        "getNotificationsForUser",
      ],
      name: "sends nothing while a user has paused notifications",
      run: async (app) => {
        await app.mutation("push:pause", { userId });
        deepEqual(await app.query("push:status", { userId }), {
          hasToken: true,
          paused: true,
        });
        const args = { userId, title: "Hi" };
        equal(await app.mutation("push:send", args), null);
        deepEqual(await app.query("push:list", { userId }), []);
        await app.mutation("push:unpause", { userId });
      },
    },
    {
      functions: ["removeToken"],
      name: "removes a token",
      run: async (app) => {
        await app.mutation("push:removeToken", { userId });
        deepEqual(await app.query("push:status", { userId }), {
          hasToken: false,
          paused: false,
        });
      },
    },
  ],
};
