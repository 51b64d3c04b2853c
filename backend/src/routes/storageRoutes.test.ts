import { createHash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeServer } from "../../test/support/httpServer.ts";

let world: Awaited<ReturnType<typeof makeServer>>;

beforeEach(async () => {
  world = await makeServer();
});

afterEach(() => world.close());

const text = "0123456789";
const sha256 = createHash("sha256").update(text).digest();

/** Uploads with a new token unless one is given. */
function upload(
  body: string,
  headers: Record<string, string> = {},
  token = `good ${randomUUID()}`,
) {
  return world.request(`/api/storage/upload?token=${token}`, {
    method: "POST",
    body,
    headers,
  });
}

async function uploaded(contentType = "audio/mpeg"): Promise<string> {
  const response = await upload(text, { "content-type": contentType });
  expect(response.status).toBe(200);
  const [uuid] = [...world.runtime.files.keys()].slice(-1);
  return `/api/storage/${uuid}`;
}

async function filesOnDisk(): Promise<string[]> {
  const names = await readdir(world.storageDir, { recursive: true });
  return names.filter((name) => name !== "tmp");
}

test("an upload returns the id and stores type, size and hash", async () => {
  const digest = `sha-256=${sha256.toString("base64")}`;
  const response = await upload(text, {
    "content-type": "audio/mpeg",
    digest,
  });
  expect(await response.json()).toEqual({ storageId: "id-0" });
  expect([...world.runtime.files.values()]).toMatchObject([
    {
      contentType: "audio/mpeg",
      sizeBytes: 10,
      sha256Hex: sha256.toString("hex"),
    },
  ]);
  expect(await filesOnDisk()).toHaveLength(1);
});

test.each([
  ["an expired token", 401, () => upload(text, {}, "old")],
  [
    "no token",
    401,
    () => world.request("/api/storage/upload", { method: "POST", body: text }),
  ],
  ["a wrong hash", 400, () => upload(text, { digest: "sha-256=AAAA" })],
  ["too many bytes", 413, () => upload("x".repeat(100_001))],
  [
    "too many bytes of undeclared length",
    413,
    () =>
      world.request("/api/storage/upload?token=good", {
        method: "POST",
        body: new Blob(["x".repeat(200_000)]).stream(),
        duplex: "half",
      }),
  ],
])("rejects an upload with %s and leaves nothing", async (_, status, send) => {
  const response = await send();
  expect(response.status).toBe(status);
  expect(await response.json()).toHaveProperty("message");
  expect(await filesOnDisk()).toEqual([]);
  expect(world.runtime.files.size).toBe(0);
});

test("an upload that the database refuses leaves nothing", async () => {
  world.runtime.registers = false;
  const response = await upload(text);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    message: "The upload URL was used before.",
  });
  expect(await filesOnDisk()).toEqual([]);
});

/** Starts an upload and stops halfway; `finish` sends the rest. */
async function halfUpload(token: string) {
  const before = (await filesOnDisk()).length;
  const socket = connect(world.port, "127.0.0.1");
  let said = "";
  socket.on("data", (data: Buffer) => (said += data.toString()));
  socket.write(
    `POST /api/storage/upload?token=${encodeURIComponent(token)} HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\nhalf`,
  );
  await expect.poll(filesOnDisk).toHaveLength(before + 1);
  return {
    cut: () => socket.destroy(),
    finish: async () => {
      socket.write("half");
      await expect.poll(() => said).toContain("\r\n\r\n");
      socket.destroy();
      return said;
    },
  };
}

test("refuses further uploads with a token in use before reading their bytes", async () => {
  const first = await halfUpload("good one");
  const others = await Promise.all(
    Array.from({ length: 20 }, () => upload(text, {}, "good one")),
  );
  expect(others.map(({ status }) => status)).toEqual(Array(20).fill(409));
  expect(await others[0]?.json()).toMatchObject({ code: "UploadUnderWay" });
  expect(await filesOnDisk()).toHaveLength(1);
  expect(await first.finish()).toContain("200 OK");
  expect(world.runtime.files.size).toBe(1);
});

test("refuses a used token before reading bytes", async () => {
  expect((await upload(text, {}, "good one")).status).toBe(200);
  const again = await upload(text, {}, "good one");
  expect(again.status).toBe(400);
  expect(await again.text()).toContain("used already");
  expect(world.runtime.files.size).toBe(1);
});

test.each([
  ["was cut", async () => (await halfUpload("good one")).cut()],
  [
    "had another hash",
    async () => void (await upload(text, { digest: "sha-256=AA" }, "good one")),
  ],
  [
    "was too large",
    async () => void (await upload("x".repeat(100_001), {}, "good one")),
  ],
  [
    "was refused by the database",
    async () => {
      world.runtime.registers = false;
      await upload(text, {}, "good one");
      world.runtime.registers = true;
    },
  ],
])("the token of an upload that %s can be used again", async (_, fail) => {
  await fail();
  await expect.poll(filesOnDisk).toEqual([]);
  await expect
    .poll(async () => (await upload(text, {}, "good one")).status)
    .toBe(200);
  expect(world.runtime.files.size).toBe(1);
});

test("an aborted upload leaves nothing", async () => {
  const socket = connect(world.port, "127.0.0.1");
  socket.write(
    "POST /api/storage/upload?token=good HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nhalf",
  );
  await expect.poll(filesOnDisk).toHaveLength(1);
  socket.destroy();
  await expect.poll(filesOnDisk).toEqual([]);
  expect(world.runtime.files.size).toBe(0);
  expect(world.logged).toEqual([]);
});

test("a download has type, hash and cache headers", async () => {
  const response = await world.request(await uploaded());
  expect(await response.text()).toBe(text);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "audio/mpeg",
    "content-length": "10",
    "content-disposition": "inline",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=60",
    "accept-ranges": "bytes",
    digest: `sha-256=${sha256.toString("base64")}`,
    etag: `"${sha256.toString("hex")}"`,
  });
});

test.each([
  ["video/mp4", "default-src 'none'; sandbox"],
  ["application/pdf", null],
])("shows %s", async (type, policy) => {
  const { headers } = await world.request(await uploaded(type));
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("content-disposition")).toBe("inline");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toBe(policy);
});

test("never serves HTML as HTML", async () => {
  const response = await world.request(await uploaded("text/html"));
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(response.headers.get("content-disposition")).toBe("attachment");
});

test.each([
  ["bytes=2-4", "234", "bytes 2-4/10"],
  ["bytes=7-", "789", "bytes 7-9/10"],
  ["bytes=-1", "9", "bytes 9-9/10"],
])("serves the range %s", async (range, part, contentRange) => {
  const response = await world.request(await uploaded(), {
    headers: { range },
  });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(contentRange);
  expect(await response.text()).toBe(part);
});

test("answers 416 to a range outside the file", async () => {
  const response = await world.request(await uploaded(), {
    headers: { range: "bytes=10-" },
  });
  expect(response.status).toBe(416);
  expect(response.headers.get("content-range")).toBe("bytes */10");
});

test("ignores a range if the file has changed since", async () => {
  const response = await world.request(await uploaded(), {
    headers: { range: "bytes=2-4", "if-range": '"other"' },
  });
  expect(response.status).toBe(200);
});

test("answers 304 for an unchanged file, and HEAD without a body", async () => {
  const path = await uploaded();
  const unchanged = await world.request(path, {
    headers: { "if-none-match": `W/"${sha256.toString("hex")}"` },
  });
  expect(unchanged.status).toBe(304);
  const head = await world.request(path, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe("10");
  expect(await head.text()).toBe("");
});

test("answers 404 for an unknown or deleted file", async () => {
  const path = await uploaded();
  world.runtime.files.clear();
  expect((await world.request(path)).status).toBe(404);
  expect((await world.request("/api/storage/..%2f..")).status).toBe(404);
  expect((await world.request("/api/storage/upload")).status).toBe(404);
});

test("closes the connection of a body refused halfway, and keeps serving others", async () => {
  const socket = connect(world.port, "127.0.0.1");
  let said = "";
  let isClosed = false;
  socket.on("close", () => (isClosed = true));
  // The rest of the body may meet a closed connection.
  socket.on("error", () => undefined);
  socket.on("data", (data: Buffer) => (said += data.toString()));
  const block = `400\r\n${"x".repeat(1_024)}\r\n`;
  socket.write(
    `POST /api/storage/upload?token=good HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${block.repeat(500)}`,
  );
  await expect.poll(() => said).toContain("HTTP/1.1 413");
  expect(said).toContain("Connection: close");
  await expect.poll(() => isClosed).toBe(true);
  expect((await world.request("/version")).status).toBe(200);
});

/** Begins an upload of 50,010 bytes; `answer` resolves with the response. */
function beginUpload() {
  const socket = connect(world.port, "127.0.0.1");
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(String(data)));
    socket.once("error", (error) => resolve(error.message));
  });
  socket.write(
    `POST /api/storage/upload?token=good%20${randomUUID()} HTTP/1.1\r\nHost: x\r\nContent-Length: 50010\r\n\r\n${text}`,
  );
  return { socket, answer };
}

const underWay = async () =>
  (await readdir(join(world.storageDir, "tmp"))).length;

test("an upload that stops for a minute is cut off, one that pauses for 20 s is not", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stalled = beginUpload();
  const paused = beginUpload();
  await expect.poll(underWay).toBe(2);
  for (let seconds = 0; seconds < 60; seconds += 20) {
    paused.socket.write("x".repeat(15_000));
    await pause(50);
    await vi.advanceTimersByTimeAsync(20_000);
  }
  expect(await stalled.answer).toContain("408 Request Timeout");
  await expect.poll(underWay).toBe(1);
  vi.useRealTimers();
  paused.socket.write("x".repeat(5_000));
  expect(await paused.answer).toContain("200 OK");
  for (const { socket } of [stalled, paused]) socket.destroy();
});

test("the uploads of an address that go on at a time are limited", async () => {
  const uploads = Array.from({ length: 64 }, beginUpload);
  await expect.poll(underWay).toBe(64);
  const refused = await upload(text);
  expect(refused.status).toBe(429);
  for (const { socket } of uploads) socket.destroy();
  await expect.poll(async () => (await upload(text)).status).toBe(200);
});
