import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminKey, makeServer } from "./test.setup.ts";

let world: Awaited<ReturnType<typeof makeServer>>;

beforeEach(async () => {
  world = await makeServer();
});

afterEach(() => world.close());

function post(
  path: string,
  json: unknown,
  headers: Record<string, string> = {},
) {
  const body = JSON.stringify(json);
  return world.request(path, { method: "POST", body, headers });
}

const format = "convex_encoded_json";

describe("functions", () => {
  test.each(["query", "mutation", "action", "query_at_ts", "function"])(
    "/api/%s answers with the value and the log",
    async (kind) => {
      const args = kind === "function" ? { n: 1 } : [{ n: 1 }];
      const response = await post(`/api/${kind}`, {
        path: "m:f",
        format,
        args,
      });
      expect(response.status).toBe(200);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await response.json()).toEqual({
        status: "success",
        value: { a: 1 },
        logLines: ["[LOG] 'x'"],
      });
      expect(world.runtime.calls).toEqual([
        {
          component: "",
          path: "m:f",
          args: { n: 1 },
          caller: {
            identity: null,
            isAdmin: false,
            ip: "192.0.2.1",
            userAgent: "node",
          },
        },
      ]);
    },
  );

  test("a function that fails is a 560 with its data", async () => {
    world.runtime.outcome = {
      ok: false,
      errorMessage: "no",
      errorData: { code: "NO" },
      logLines: [],
    };
    const response = await post("/api/query", {
      path: "m:f",
      format,
      args: [],
    });
    expect(response.status).toBe(560);
    expect(await response.json()).toEqual({
      status: "error",
      errorMessage: "no",
      errorData: { code: "NO" },
      logLines: [],
    });
  });

  test("/api/query_ts names the present timestamp", async () => {
    const response = await world.request("/api/query_ts", { method: "POST" });
    expect(await response.json()).toEqual({ ts: "BwAAAAAAAAA=" });
  });

  test("the admin key makes an administrator, a wrong one is refused", async () => {
    const call = { path: "m:f", format, args: {}, componentPath: "c" };
    const ok = await post("/api/function", call, {
      authorization: `Convex ${adminKey}`,
    });
    expect(ok.status).toBe(200);
    expect(world.runtime.calls[0]?.caller.isAdmin).toBe(true);
    const refused = await post("/api/function", call, {
      authorization: "Convex wrong",
    });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "BadDeployKey" });
  });

  test("a bad token is a 401, a component without the admin key a 403", async () => {
    const call = { path: "m:f", format, args: [] };
    const headers = { authorization: "Bearer nonsense" };
    expect((await post("/api/query", call, headers)).status).toBe(401);
    const inComponent = { ...call, componentPath: "c" };
    expect((await post("/api/query", inComponent)).status).toBe(403);
    expect(world.runtime.calls).toEqual([]);
  });

  test.each([
    ["no JSON", "{"],
    ["an array", "[]"],
    ["no path", "{}"],
    ["arguments that are no object", '{"path":"a:b","args":[1]}'],
    ["another format", '{"path":"a:b","format":"xml","args":[]}'],
  ])("%s is a 400 with a reason", async (_, body) => {
    const response = await world.request("/api/query", {
      method: "POST",
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty("message");
  });

  test("a body beyond the bound is a 413, also when its length is not declared", async () => {
    const declared = await post("/api/query", { path: "x".repeat(2_000) });
    expect(declared.status).toBe(413);
    const streamed = await world.request("/api/query", {
      method: "POST",
      body: new Blob(["x".repeat(3_000)]).stream(),
      duplex: "half",
    });
    expect(streamed.status).toBe(413);
  });

  test("a preflight is answered, another method refused", async () => {
    const preflight = await world.request("/api/query", { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain(
      "convex-client",
    );
    expect((await world.request("/api/query")).status).toBe(405);
  });
});

describe("tools", () => {
  const path = "/api/echo";

  test("need the admin key, in the header or in the body", async () => {
    expect((await post(path, { a: 1 })).status).toBe(403);
    expect((await post(path, { adminKey: "wrong" })).status).toBe(403);
    const headers = { authorization: `Convex ${adminKey}` };
    expect(await (await post(path, { a: 1 }, headers)).json()).toEqual({
      a: 1,
    });
    expect((await post(path, { adminKey })).status).toBe(200);
  });

  test("a token of a user does not do", async () => {
    const headers = { authorization: `Bearer ${adminKey}` };
    expect((await post(path, {}, headers)).status).toBe(403);
  });

  test("brotli is decoded within the bound", async () => {
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

describe("HTTP actions", () => {
  test("are asked only for their own routes", async () => {
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

  test("HEAD is answered by the GET route, without a body", async () => {
    const response = await world.request("/.well-known/jwks.json", {
      method: "HEAD",
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("content-length")).toBe("5");
  });

  test("an unknown address below /api/ is a 404 in JSON", async () => {
    const response = await world.request("/api/nothing", {
      headers: { accept: "text/html" },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "NotFound" });
  });
});

describe("site", () => {
  test("pages have a policy without inline script and may not be framed", async () => {
    const response = await world.request("/", {
      headers: { accept: "text/html" },
    });
    expect(await response.text()).toContain("page");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("media-src 'self' http://api.example blob:");
    expect(policy).not.toMatch(/script-src|default-src[^;]*unsafe/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(response.headers.get("permissions-policy")).toContain(
      "microphone=(self)",
    );
    expect(response.headers.get("cache-control")).toBe("no-cache");
  });

  test("hashed assets are kept for ever", async () => {
    const response = await world.request("/assets/app-B4cd_f9h.js");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-type")).toContain("javascript");
  });

  test("a page of the app is index.html, a missing file is a 404", async () => {
    const page = await world.request("/beats/42", {
      headers: { accept: "text/html,*/*" },
    });
    expect(await page.text()).toContain("page");
    expect((await world.request("/assets/gone-12345678.js")).status).toBe(404);
    expect((await world.request("/", { method: "DELETE" })).status).toBe(405);
  });

  test("paths do not lead out of the directory", async () => {
    for (const path of ["/..%2f..%2fetc/passwd", "//evil.example/x"]) {
      expect((await world.request(path)).status).toBe(404);
    }
  });
});

test("telemetry of clients is taken and dropped", async () => {
  expect((await post("/api/debug_event", { a: 1 })).status).toBe(200);
});

describe("status", () => {
  test("version, name, health and measures", async () => {
    expect(await (await world.request("/version")).text()).toBe("test");
    expect(await (await world.request("/instance_name")).text()).toBe("test");
    expect((await world.request("/healthz")).status).toBe(200);
    const metrics = await (await world.request("/metrics")).text();
    expect(metrics).toContain("sync_sessions 3");
  });

  test("measures are not for those who come through a proxy", async () => {
    const response = await world.request("/metrics", {
      headers: { "x-forwarded-for": "198.51.100.1" },
    });
    expect(response.status).toBe(403);
  });
});
