import { ConvexHttpClient } from "convex/browser";
import { readdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mutation, query } from "./support/clients.ts";
import { ServerProcess } from "./support/serverProcess.ts";

let server: ServerProcess;
let http: ConvexHttpClient;

beforeAll(async () => {
  server = await ServerProcess.withApp({
    env: { MAX_UPLOAD_BYTES: "2000000" },
  });
  http = new ConvexHttpClient(server.url);
});

afterAll(() => server[Symbol.asyncDispose]());

const generateUploadUrl = mutation<string>("files:generateUploadUrl");
const fileUrl = query<string | null>("files:url");

async function upload(
  body: Uint8Array<ArrayBuffer>,
  url?: string,
): Promise<Response> {
  return fetch(url ?? (await http.mutation(generateUploadUrl, {})), {
    method: "POST",
    headers: { "content-type": "audio/mpeg" },
    body,
  });
}

async function stored(body: Uint8Array<ArrayBuffer>) {
  const response = await upload(body);
  expect(response.status).toBe(200);
  const { storageId } = (await response.json()) as { storageId: string };
  const url = await http.query(fileUrl, { id: storageId });
  return { storageId, url: url ?? "" };
}

async function filesOnDisk(): Promise<string[]> {
  const dir = join(server.dataDir, "storage");
  const names = await readdir(dir, { recursive: true });
  return names.filter((name) => name !== "tmp");
}

const bytes = new Uint8Array(100_000).map((_, i) => i % 251);

test("returns a file unchanged, whole and in part", async () => {
  const { url } = await stored(bytes);
  const whole = await fetch(url);
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
  expect(whole.headers.get("content-type")).toBe("audio/mpeg");

  const part = await fetch(url, { headers: { range: "bytes=500-1499" } });
  expect(part.status).toBe(206);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(
    bytes.slice(500, 1500),
  );
  const etag = whole.headers.get("etag") ?? "";
  const again = await fetch(url, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
});

test("deletes a file for the app and on disk", async () => {
  const { storageId, url } = await stored(bytes);
  const before = (await filesOnDisk()).length;
  await http.mutation(mutation("files:remove"), { id: storageId });
  expect((await fetch(url)).status).toBe(404);
  expect(await http.query(fileUrl, { id: storageId })).toBeNull();
  await expect.poll(async () => (await filesOnDisk()).length).toBe(before - 1);
});

test("accepts an upload URL once", async () => {
  const url = await http.mutation(generateUploadUrl, {});
  expect((await upload(bytes, url)).status).toBe(200);
  const before = await filesOnDisk();
  const second = await upload(bytes, url);
  expect(second.status).toBeGreaterThanOrEqual(400);
  expect(await second.json()).toHaveProperty("message");
  expect(await filesOnDisk()).toEqual(before);
});

test("rejects an invented upload URL", async () => {
  const url = `${server.url}/api/storage/upload?token=made.up`;
  expect((await upload(bytes, url)).status).toBe(401);
});

test("rejects a file above the limit with an explanation", async () => {
  const response = await upload(new Uint8Array(2_000_001));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: "FileTooLarge" });
});

test("leaves nothing of an interrupted upload and accepts its URL again", async () => {
  const url = await http.mutation(generateUploadUrl, {});
  const before = await filesOnDisk();
  const { pathname, search } = new URL(url);
  const socket = connect(server.port, "127.0.0.1");
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nhalf of it`,
  );
  await expect
    .poll(async () => (await filesOnDisk()).length)
    .toBe(before.length + 1);
  socket.destroy();
  await expect.poll(filesOnDisk).toEqual(before);
  expect((await upload(bytes, url)).status).toBe(200);
});

test("moves orphans aside after a crash during an upload", async () => {
  const { url } = await stored(bytes);
  const before = await filesOnDisk();
  await server.kill();
  const storage = join(server.dataDir, "storage");
  const orphan = crypto.randomUUID();
  await writeFile(join(storage, orphan), "no row");
  await writeFile(join(storage, "tmp", "unfinished"), "half");
  await server.start();
  const after = await filesOnDisk();
  const aside = after.filter((name) => name.startsWith("orphans-"));
  expect(aside.some((name) => name.endsWith(orphan))).toBe(true);
  expect(after.filter((name) => !aside.includes(name))).toEqual(before);
  expect((await fetch(url)).status).toBe(200);
});

test("serves the app's routes next to the API", async () => {
  const response = await fetch(`${server.url}/hello?a=1`);
  expect(response.status).toBe(202);
  expect(await response.text()).toBe("hello ?a=1");
});
