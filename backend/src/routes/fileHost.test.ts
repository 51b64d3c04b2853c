import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeServer } from "../../test/support/httpServer.ts";

let world: Awaited<ReturnType<typeof makeServer>>;

beforeEach(async () => {
  world = await makeServer();
});

afterEach(() => world.close());

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * Sends a request like a browser that reached the server under this host name.
 */
function ask(
  path: string,
  headers: Record<string, string> = {},
  { host = "files.example", method = "GET" } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { port: world.port, path, method };
    const sent = request({ ...options, headers: { ...headers, host } });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, text });
      });
    });
    sent.end();
  });
}

async function uploaded(type: string): Promise<string> {
  const response = await world.request(
    `/api/storage/upload?token=good ${randomUUID()}`,
    { method: "POST", body: "<p>hello", headers: { "content-type": type } },
  );
  expect(response.status).toBe(200);
  const [uuid] = [...world.runtime.files.keys()].slice(-1);
  return `/api/storage/${uuid}`;
}

test.each(["text/html; charset=utf-8", "image/svg+xml", "text/javascript"])(
  "%s keeps its type on the file host and is a download elsewhere",
  async (type) => {
    const path = await uploaded(type);
    const shown = await ask(path);
    expect(shown).toMatchObject({ status: 200, text: "<p>hello" });
    expect(shown.headers).toMatchObject({ "content-type": type });
    expect(shown.headers).not.toHaveProperty("content-disposition");
    expect(shown.headers).not.toHaveProperty("content-security-policy");
    for (const host of ["app.example", "files.example:81", "x.files.example"]) {
      const safe = await ask(path, {}, { host });
      expect(safe.headers).toMatchObject({
        "content-type": "application/octet-stream",
        "content-disposition": "attachment",
      });
    }
  },
);

test("serves byte ranges and HEAD requests", async () => {
  const path = await uploaded("text/plain");
  const part = await ask(path, { range: "bytes=3-7" });
  expect(part).toMatchObject({ status: 206, text: "hello" });
  const head = await ask(path, {}, { method: "HEAD" });
  expect(head.headers).toMatchObject({ "content-length": "8" });
});

test.each(["/", "/api/query", "/healthz", "/version", "/metrics", "/echo"])(
  "does not serve %s on the file host",
  async (path) => {
    expect((await ask(path)).status).toBe(404);
    expect((await ask(path, {}, { method: "POST" })).status).toBe(404);
  },
);

test("does not let a stored script become a service worker", async () => {
  const path = await uploaded("text/javascript");
  expect((await ask(path)).status).toBe(200);
  const worker = await ask(path, { "service-worker": "script" });
  expect(worker.status).toBe(403);
});
