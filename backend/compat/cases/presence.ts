import { deepEqual, notEqual, rejects } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";
import type { Deployment } from "../harness/deployment.ts";

interface Tokens {
  readonly roomToken: string;
  readonly sessionToken: string;
}

function heartbeat(
  app: Deployment,
  roomId: string,
  userId: string,
  interval = 60_000,
): Promise<Tokens> {
  const sessionId = `${roomId} ${userId}`;
  const args = { roomId, userId, sessionId, interval };
  return app.mutation("rooms:heartbeat", args) as Promise<Tokens>;
}

const online = (userId: string, data: unknown = null) => ({
  userId,
  online: true,
  data,
});

export const presence: CompatCase = {
  component: "presence",
  checks: [
    {
      functions: ["heartbeat", "list"],
      name: "lists users who send heartbeats as online",
      run: async (app) => {
        const { roomToken } = await heartbeat(app, "hall", "asha");
        await heartbeat(app, "hall", "ravi");
        deepEqual(await app.query("rooms:list", { roomToken }), [
          online("asha"),
          online("ravi"),
        ]);
      },
    },
    {
      functions: ["heartbeat"],
      name: "ties a session to its room and user and keeps its tokens",
      run: async (app) => {
        const first = await heartbeat(app, "hall", "asha");
        deepEqual(await heartbeat(app, "hall", "asha"), first);
        notEqual((await heartbeat(app, "attic", "asha")).roomToken, "");
        const stolen = { roomId: "hall", userId: "ravi", interval: 1000 };
        await rejects(
          app.mutation("rooms:heartbeat", {
            ...stolen,
            sessionId: "hall asha",
          }),
          /must be unique for a given room\/user/,
        );
      },
    },
    {
      functions: ["updateRoomUser", "list"],
      name: "lists a user's data with the user",
      run: async (app) => {
        const { roomToken } = await heartbeat(app, "hall", "asha");
        const data = { typing: true };
        const args = { roomId: "hall", userId: "asha", data };
        await app.mutation("rooms:updateRoomUser", args);
        deepEqual(await app.query("rooms:list", { roomToken }), [
          online("asha", data),
          online("ravi"),
        ]);
      },
    },
    {
      functions: ["disconnect", "listRoom"],
      name: "lists users who disconnect as offline",
      run: async (app) => {
        const { roomToken, sessionToken } = await heartbeat(
          app,
          "hall",
          "ravi",
        );
        await app.mutation("rooms:disconnect", { sessionToken });
        deepEqual(
          ((await app.query("rooms:list", { roomToken })) as unknown[])[1],
          { userId: "ravi", online: false, data: null },
        );
        const room = { roomId: "hall" };
        deepEqual(
          await app.query("rooms:listRoom", { ...room, onlineOnly: true }),
          ["asha"],
        );
        deepEqual(
          await app.query("rooms:listRoom", { ...room, onlineOnly: false }),
          ["asha", "ravi"],
        );
      },
    },
    {
      functions: ["heartbeat", "list"],
      name: "marks users as offline when heartbeats stop",
      run: async (app) => {
        const { roomToken } = await heartbeat(app, "brief", "mina", 200);
        await app.becomes("rooms:list", { roomToken }, [
          { userId: "mina", online: false, data: null },
        ]);
      },
    },
    {
      functions: ["listUser"],
      name: "lists the rooms of a user",
      run: async (app) => {
        const rooms = await app.query("rooms:listUser", { userId: "asha" });
        deepEqual((rooms as string[]).sort(), ["attic", "hall"]);
      },
    },
    {
      functions: ["removeRoomUser", "removeRoom"],
      name: "removes users and rooms",
      run: async (app) => {
        const room = { roomId: "hall" };
        await app.mutation("rooms:removeRoomUser", { ...room, userId: "ravi" });
        const args = { ...room, onlineOnly: false };
        deepEqual(await app.query("rooms:listRoom", args), ["asha"]);
        await app.mutation("rooms:removeRoom", room);
        deepEqual(await app.query("rooms:listRoom", args), []);
      },
    },
  ],
};
