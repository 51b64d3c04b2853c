/**
 * Stored files can have their own host name, on the same port as everything
 * else.
 */
import { ConvexHttpClient } from "convex/browser";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { mutation, query } from "./support/clients.ts";
import { ServerProcess } from "./support/serverProcess.ts";

const HOST = "files.localhost";

let server: ServerProcess;
let http: ConvexHttpClient;

beforeAll(async () => {
  server = await ServerProcess.withApp({
    env: { FILE_ORIGIN: `http://${HOST}`, MAX_UPLOAD_BYTES: "30000000" },
  });
  http = new ConvexHttpClient(server.url);
});

afterAll(() => server[Symbol.asyncDispose]());

async function stored(body: string, type: string): Promise<URL> {
  const uploadUrl = await http.mutation(
    mutation<string>("files:generateUploadUrl"),
    {},
  );
  // Only files are served at the other host; uploads stay at the API.
  expect(uploadUrl).toContain(server.url);
  const headers = { "content-type": type };
  const response = await fetch(uploadUrl, { method: "POST", headers, body });
  const { storageId } = (await response.json()) as { storageId: string };
  const url = query<string>("files:url");
  return new URL(await http.query(url, { id: storageId }));
}

/** Returns the content type that a browser gets at this host. */
function typeAt(path: string, host: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const { port } = server;
    request({ port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.headers["content-type"]);
    })
      .on("error", reject)
      .end();
  });
}

test("serves a page as a page at the file host and as a download at the app's host", async () => {
  const url = await stored("<p>hello", "text/html");
  expect(url.origin).toBe(`http://${HOST}`);
  expect(await typeAt(url.pathname, HOST)).toBe("text/html");
  const own = `127.0.0.1:${server.port}`;
  expect(await typeAt(url.pathname, own)).toBe("application/octet-stream");
});

test("accepts uploads up to the configured size", async () => {
  const url = await stored("x".repeat(25_000_000), "text/plain");
  expect(await typeAt(url.pathname, HOST)).toBe("text/plain");
});

test("refuses sync sockets to pages of the file host", async () => {
  const socket = new WebSocket(
    `ws://127.0.0.1:${server.port}/api/1.48.0/sync`,
    {
      headers: { host: HOST },
      origin: `http://${HOST}`,
    },
  );
  await expect(
    new Promise((resolve, reject) => {
      socket.on("open", resolve).on("error", reject);
    }),
  ).rejects.toThrow();
});
