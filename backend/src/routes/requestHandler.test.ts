import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cpuMsOf } from "../../test/support/cpuTime.ts";
import { adminKey, makeServer } from "../../test/support/httpServer.ts";

let world: Awaited<ReturnType<typeof makeServer>>;

beforeEach(async () => {
  world = await makeServer();
});

afterEach(() => world.close());

describe("tools", () => {
  const path = "/api/echo";

  test("need the admin key, in the header or in the body", async () => {
    expect((await world.post(path, { a: 1 })).status).toBe(403);
    expect((await world.post(path, { adminKey: "wrong" })).status).toBe(403);
    const headers = { authorization: `Convex ${adminKey}` };
    expect(await (await world.post(path, { a: 1 }, headers)).json()).toEqual({
      a: 1,
    });
    expect((await world.post(path, { adminKey })).status).toBe(200);
  });

  test("parse nothing deep of someone unknown", async () => {
    const response = await world.request(path, {
      method: "POST",
      body: "[".repeat(200) + "]".repeat(200),
    });
    expect(await response.json()).toMatchObject({
      code: "InvalidJson",
      message: "A message may be nested at most 80 deep.",
    });
  });

  test("refuse a user's token", async () => {
    const headers = { authorization: `Bearer ${adminKey}` };
    expect((await world.post(path, {}, headers)).status).toBe(403);
  });

  test("decode brotli up to the limit", async () => {
    const send = (json: unknown) =>
      world.request(path, {
        method: "POST",
        body: new Uint8Array(brotliCompressSync(JSON.stringify(json))),
        headers: {
          authorization: `Convex ${adminKey}`,
          "content-encoding": "br",
        },
      });
    expect(await (await send({ b: 2 })).json()).toEqual({ b: 2 });
    expect((await send("x".repeat(1_000_000))).status).toBe(413);
  });
});

test.each(["a".repeat(15_000), "/".repeat(15_000), "/-.".repeat(5_000)])(
  "a long path costs no more than its length: %#",
  async (text) => {
    const paths = [`/${text}/`, `/api/run/${text}/`, `/assets/${text}/`];
    const tookMs = await cpuMsOf(async () => {
      for (const path of paths)
        for (let i = 0; i < 10; i++) await world.request(path);
    });
    expect(tookMs).toBeLessThan(3_000);
  },
);

describe("HTTP actions", () => {
  test("run only for their own routes", async () => {
    const response = await world.request("/api/auth/callback?code=1", {
      method: "POST",
      body: "form",
      headers: { authorization: "Bearer not-a-jwt" },
    });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(await response.text()).toBe("hello");
    expect(world.runtime.httpRequests).toMatchObject([
      {
        method: "POST",
        url: "http://site.example/api/auth/callback?code=1",
        body: Buffer.from("form"),
        caller: { identity: null, isAdmin: false },
      },
    ]);
  });

  test("answer HEAD through the GET route, without a body", async () => {
    const response = await world.request("/.well-known/jwks.json", {
      method: "HEAD",
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("content-length")).toBe("5");
  });

  test.each([
    ["gzip, deflate, br", "gzip"],
    ["br;q=1, gzip;q=0.5", "gzip"],
    ["gzip;q=0", null],
    ["identity", null],
    ["x-gzipped", null],
  ])("compress a long text for %j: %j", async (accepted, encoding) => {
    world.runtime.httpActionText = "नमस्ते ".repeat(1_000);
    const response = await world.request("/.well-known/jwks.json", {
      headers: { "accept-encoding": accepted },
    });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(await response.text()).toBe(world.runtime.httpActionText);
  });

  test("leave a short text as it is", async () => {
    const response = await world.request("/.well-known/jwks.json", {
      headers: { "accept-encoding": "gzip" },
    });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe("hello");
  });

  test("leave other addresses below /api/ to a 404 in JSON", async () => {
    const response = await world.request("/api/nothing", {
      headers: { accept: "text/html" },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "NotFound" });
  });
});

describe("site", () => {
  test("serves pages with a policy that forbids inline scripts and framing", async () => {
    const response = await world.request("/", {
      headers: { accept: "text/html" },
    });
    expect(await response.text()).toContain("page");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("media-src 'self' http://api.example blob:");
    expect(policy).toContain("; script-src 'self'; ");
    expect(policy).not.toMatch(/(script|default)-src[^;]*unsafe/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(response.headers.get("permissions-policy")).toContain(
      "microphone=(self)",
    );
    expect(response.headers.get("cache-control")).toBe("no-cache");
  });

  test("hashed assets may be cached forever", async () => {
    const response = await world.request("/assets/app-B4cd_f9h.js");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-type")).toContain("javascript");
  });

  test("serves index.html for pages of the app and 404 for missing files", async () => {
    const page = await world.request("/beats/42", {
      headers: { accept: "text/html,*/*" },
    });
    expect(await page.text()).toContain("page");
    expect((await world.request("/assets/gone-12345678.js")).status).toBe(404);
    expect((await world.request("/", { method: "DELETE" })).status).toBe(405);
  });

  test("serves no file outside the directory", async () => {
    const page = await world.request("/..%2f..%2fetc/passwd");
    expect(await page.text()).toBe("<!doctype html>page");
    for (const path of ["/..%2f..%2fetc/passwd.txt", "//evil.example/x"]) {
      expect((await world.request(path)).status).toBe(404);
    }
  });
});

test.each([
  ["/api/json_schemas", "Streaming export"],
  ["/api/list_snapshot?cursor=1", "Streaming export"],
  ["/api/document_deltas", "Streaming export"],
  ["/api/streaming_export/document_deltas", "Streaming export"],
  ["/api/streaming_import/import_airbyte_records", "Streaming import"],
  ["/api/shapes2", "The dashboard"],
  ["/api/get_indexes", "The dashboard"],
  ["/api/stream_udf_execution", "The dashboard"],
  ["/api/v1/list_environment_variables", "The dashboard"],
])("refuses Convex's %s with an explanation", async (path, what) => {
  const response = await world.request(path);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: "NotSupported",
    message: expect.stringContaining(`${what} is not supported`) as string,
  });
});

test("accepts client telemetry and drops it", async () => {
  expect((await world.post("/api/debug_event", { a: 1 })).status).toBe(200);
});

describe("status", () => {
  test("reports version, name, health and metrics", async () => {
    expect(await (await world.request("/version")).text()).toBe("test");
    expect(await (await world.request("/instance_name")).text()).toBe("test");
    expect((await world.request("/healthz")).status).toBe(200);
    const headers = { authorization: `Convex ${adminKey}` };
    const metrics = await world.request("/metrics", { headers });
    expect(await metrics.text()).toContain("sync_sessions 3");
  });

  test.each([{}, { authorization: "Convex nonsense" }])(
    "hides metrics from requests without the admin key: %j",
    async (headers) => {
      const response = await world.request("/metrics", { headers });
      expect(response.ok).toBe(false);
    },
  );
});

test("/healthz asks the runtime and reports when it does not answer", async () => {
  expect((await world.request("/healthz")).status).toBe(200);
  world.runtime.ping = () => new Promise(() => undefined);
  const late = await world.request("/healthz");
  expect(late.status).toBe(503);
  expect(await late.json()).toEqual({
    code: "NotServing",
    message: "Functions are not run at present: no answer within 100 ms.",
  });
  world.runtime.ping = () => Promise.reject(new Error("It is shut down."));
  const refused = await world.request("/healthz");
  expect(await refused.json()).toMatchObject({
    message: "Functions are not run: Error: It is shut down.",
  });
});
