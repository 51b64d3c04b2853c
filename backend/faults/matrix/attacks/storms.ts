/** Attacks with work that costs the attacker little and the server much. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { attackRow } from "../../harness/attack.ts";
import {
  CONNECT_MESSAGE,
  frameHeader,
  textFrame,
  watchMessage,
} from "../../../test/support/rawSocket.ts";

export const hashingStorm = attackRow({
  id: "A2",
  name: "200 password hashes at once",
  does: "200 anonymous mutations that hash with PBKDF2, all at once",
  run: async ({ attacker }) => {
    const password = "x".repeat(20);
    const hash = () =>
      attacker.call("mutation", "attacks:hash", { password }, 8_000);
    await Promise.all(Array.from({ length: 200 }, hash));
    return [];
  },
});

const MANY_QUERIES = 5_000;

export const needlessQueries = attackRow({
  id: "A5",
  name: `${MANY_QUERIES} live queries with the same result`,
  does: "one address watches the bystander's beat 5,000 times, each time with different arguments",
  run: async ({ attacker }) => {
    for (let opened = 0; opened < MANY_QUERIES; opened += 500) {
      const socket = await attacker.upgraded();
      if (socket === null) break;
      await attacker.send(socket, textFrame(CONNECT_MESSAGE));
      const frames = Array.from({ length: 500 }, (_, i) => {
        const args = { beat: "of a bystander", reader: (opened + i) / 1e6 };
        return textFrame(watchMessage("votes:texts", args, i));
      });
      attacker.sentCount += frames.length - 1;
      await attacker.send(socket, Buffer.concat(frames));
    }
    await sleep(3_000);
    return [];
  },
});

export const badTokens = attackRow({
  id: "A14",
  name: "10,000 forged tokens on 10 sockets",
  does: "authenticates with tokens that have the right issuer and key id but a wrong signature",
  run: async ({ attacker }) => {
    const bearer = forgedToken();
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = await attacker.upgraded();
        if (socket === null) return;
        await attacker.send(socket, textFrame(CONNECT_MESSAGE));
        const message = {
          type: "Authenticate",
          baseVersion: 0,
          tokenType: "User",
          value: bearer,
        };
        const frame = textFrame(JSON.stringify(message));
        for (let n = 0; n < 1_000; n += 1) {
          if (!(await attacker.send(socket, frame))) return;
        }
      }),
    );
    await sleep(1_000);
    return [];
  },
});

export const badBearers = attackRow({
  id: "A14",
  name: "1,000 forged tokens over HTTP",
  does: "sends queries with tokens that have the right issuer and key id but a wrong signature",
  run: async ({ attacker }) => {
    const body = JSON.stringify({ path: "votes:tally", args: { beat: "x" } });
    const ask =
      attacker.head("POST", "/api/query", [
        `Authorization: Bearer ${forgedToken()}`,
        `Content-Length: ${body.length}`,
      ]) + body;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = attacker.connect();
        for (let n = 0; n < 50; n += 1) {
          if (!(await attacker.send(socket, ask))) return;
        }
      }),
    );
    await sleep(500);
    return [];
  },
});

function forgedToken(): string {
  const part = (json: object) =>
    Buffer.from(JSON.stringify(json)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: "https://faults.example",
    aud: "faults",
    sub: "nobody",
    iat: now,
    exp: now + 3_600,
  };
  const signature = randomBytes(256).toString("base64url");
  return `${part({ alg: "RS256", kid: "faults" })}.${part(claims)}.${signature}`;
}

export const mutationFlood = attackRow({
  id: "A15",
  name: "20,000 mutations on one socket",
  does: "one anonymous socket sends mutations without waiting for answers",
  run: async ({ attacker }) => {
    const socket = await attacker.upgraded();
    if (socket === null) return [];
    await attacker.send(socket, textFrame(CONNECT_MESSAGE));
    for (let n = 0; n < 20_000; n += 1) {
      const args = [{ beat: "flood", key: String(n) }];
      const message = {
        type: "Mutation",
        requestId: n,
        udfPath: "votes:cast",
        args,
      };
      if (!(await attacker.say(socket, message))) return [];
    }
    return [];
  },
});

export const querySetChurn = attackRow({
  id: "A13",
  name: "20,000 queries added and removed",
  does: "one anonymous socket adds a query that no other client has and removes it, over and over",
  run: async ({ attacker }) => {
    const socket = await attacker.upgraded();
    if (socket === null) return [];
    await attacker.send(socket, textFrame(CONNECT_MESSAGE));
    for (let n = 0; n < 20_000; n += 1) {
      const args = [{ beat: `churn ${n}`, reader: 0 }];
      const add = { type: "Add", queryId: n, udfPath: "votes:texts", args };
      const remove = { type: "Remove", queryId: n };
      const message = {
        type: "ModifyQuerySet",
        baseVersion: n,
        newVersion: n + 1,
        modifications: [add, remove],
      };
      if (!(await attacker.say(socket, message))) return [];
    }
    return [];
  },
});

export const pingFlood = attackRow({
  id: "A12",
  name: "500,000 pings",
  does: "5 anonymous sockets send pings of 125 bytes and read no pongs",
  run: async ({ attacker }) => {
    const ping = Buffer.concat([frameHeader(0x89, 125), Buffer.alloc(125)]);
    const block = Buffer.concat(Array.from({ length: 1_000 }, () => ping));
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = await attacker.upgraded();
        if (socket === null) return;
        socket.pause();
        for (let n = 0; n < 100; n += 1) {
          attacker.sentCount += 999;
          if (!(await attacker.send(socket, block, 2_000))) return;
        }
      }),
    );
    return [];
  },
});

export const pipelining = attackRow({
  id: "A11",
  name: "pipelined requests, no answer read",
  does: "10 connections ask for a file 100,000 times each without reading, and leave",
  run: async ({ attacker }) => {
    const ask = attacker.head("GET", "/page.txt").repeat(1_000);
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = attacker.connect();
        socket.pause();
        for (let n = 0; n < 100; n += 1) {
          attacker.sentCount += 999;
          if (!(await attacker.send(socket, ask, 2_000))) break;
        }
        socket.destroy();
      }),
    );
    return [];
  },
});

const FLOODING_SOCKETS = 50;
const FLOOD_MS = 10_000;

export const messageFlood = attackRow({
  id: "A23",
  name: "10 s of the smallest messages on 50 sockets",
  does: `${FLOODING_SOCKETS} anonymous sockets send messages of 16 bytes as fast as the server takes them`,
  run: async ({ attacker }) => {
    const count = 3_000;
    const block = Buffer.concat(
      Array.from({ length: count }, () => textFrame('{"type":"Event"}')),
    );
    const endsAt = Date.now() + FLOOD_MS;
    await Promise.all(
      Array.from({ length: FLOODING_SOCKETS }, async () => {
        const socket = await attacker.upgraded();
        if (socket === null) return;
        await attacker.send(socket, textFrame(CONNECT_MESSAGE));
        while (Date.now() < endsAt) {
          attacker.sentCount += count - 1;
          if (!(await attacker.send(socket, block, FLOOD_MS))) return;
        }
      }),
    );
    return [];
  },
});
