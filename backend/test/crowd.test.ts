/**
 * Tests that a crowd behind one address is served, and that one account does not get as much as a
 * crowd.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { ServerProcess } from "./support/serverProcess.ts";
import { TestIssuer } from "./support/testIssuer.ts";

const HEADERS = { "x-forwarded-for": "203.0.113.7" };
const STRANGERS = 20;
const PER_ACCOUNT = 5;
const CROWD = 200;

let server: ServerProcess;
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await TestIssuer.make();
  server = await ServerProcess.withApp({
    env: {
      TRUST_PROXY: "true",
      MAX_SESSIONS_PER_ADDRESS: String(STRANGERS),
      MAX_SESSIONS_PER_ACCOUNT: String(PER_ACCOUNT),
      MAX_ANONYMOUS_QUERIES_PER_ADDRESS: String(STRANGERS),
    },
    variables: { TEST_JWKS: issuer.jwks },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

/** Opens a page: signs in and watches what only this person may see. */
async function openPage(subject: string) {
  const url = `${server.url.replace("http", "ws")}/api/1.48.0/sync`;
  const socket = new WebSocket(url, { headers: HEADERS });
  socket.on("error", () => undefined);
  const seen = Promise.withResolvers<string>();
  socket.on("close", (code) => seen.resolve(`closed ${code}`));
  socket.on("message", (data: Buffer) => {
    const { modifications = [] } = JSON.parse(data.toString()) as {
      modifications?: { value?: string; errorMessage?: string }[];
    }; // the server's messages are objects
    for (const { value, errorMessage } of modifications)
      seen.resolve(value ?? errorMessage ?? "");
  });
  await once(socket, "open");
  const say = (message: object) => socket.send(JSON.stringify(message));
  say({ type: "Connect", sessionId: randomUUID() });
  const value = await issuer.tokenOf(subject);
  say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
  const add = { type: "Add", queryId: 0, udfPath: "people:whoami", args: [{}] };
  const versions = { baseVersion: 0, newVersion: 1 };
  say({ type: "ModifyQuerySet", ...versions, modifications: [add] });
  return { socket, seen: await seen.promise };
}

test("members behind one address are served, however many", async () => {
  const pages = [];
  for (let n = 0; n < CROWD; n++) {
    const page = await openPage(`member${n}|session`);
    expect(page.seen).toBe(`member${n}|session`);
    pages.push(page);
  }
  for (const { socket } of pages) socket.close();
});

test("an account has a few sockets, and another account is served beside it", async () => {
  const sockets = [];
  for (let n = 0; n < PER_ACCOUNT; n++) {
    const { socket, seen } = await openPage(`asha|session${n}`);
    expect(seen).toBe(`asha|session${n}`);
    sockets.push(socket);
  }
  expect((await openPage("asha|one more")).seen).toBe("closed 1013");
  const bala = await openPage("bala|session");
  expect(bala.seen).toBe("bala|session");
  sockets[0]?.close();
  await expect
    .poll(async () => (await openPage("asha|again")).seen)
    .toBe("asha|again");
  for (const socket of [...sockets, bala.socket]) socket.close();
});
