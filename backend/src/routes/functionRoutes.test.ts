import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminKey, makeServer } from "../../test/support/httpServer.ts";

let world: Awaited<ReturnType<typeof makeServer>>;

beforeEach(async () => {
  world = await makeServer();
});

afterEach(() => world.close());

const format = "convex_encoded_json";

describe("functions", () => {
  test.each(["query", "mutation", "action", "query_at_ts", "function"])(
    "/api/%s returns the value and the log lines",
    async (kind) => {
      const args = kind === "function" ? { n: 1 } : [{ n: 1 }];
      const response = await world.post(`/api/${kind}`, {
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

  test("answers 560 with the error's data when a function fails", async () => {
    world.runtime.outcome = {
      ok: false,
      errorMessage: "no",
      errorData: { code: "NO" },
      logLines: [],
    };
    const response = await world.post("/api/query", {
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

  const special = {
    count: { $integer: "AwAAAAAAAAA=" },
    bytes: { $bytes: "AQID" },
    odd: [{ $float: "AAAAAAAA8H8=" }, { $float: "AAAAAAAAAIA=" }],
    price: "$5",
  };
  const plain = {
    count: "3",
    bytes: "AQID",
    odd: ["Infinity", 0],
    price: "$5",
  };

  test.each([
    ["/api/query", { path: "m:f", format: "json", args: { n: 1 } }],
    ["/api/query", { path: "m:f", args: { n: 1 } }],
    ["/api/mutation", { path: "m:f", format: "json", args: { n: 1 } }],
    ["/api/action", { path: "m:f", format: "json", args: { n: 1 } }],
    ["/api/run/m/f", { format: "json", args: { n: 1 } }],
    ["/api/run/m/f", { args: { n: 1 } }],
  ])("%s answers %j with plain JSON", async (path, body) => {
    const valueJson = JSON.stringify(special);
    world.runtime.outcome = { ok: true, valueJson, logLines: [] };
    const response = await world.post(path, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "success",
      value: plain,
      logLines: [],
    });
    expect(world.runtime.calls[0]).toMatchObject({
      path: "m:f",
      args: { n: 1 },
    });
  });

  test("sends the data of an error as plain JSON too", async () => {
    world.runtime.outcome = {
      ok: false,
      errorMessage: "no",
      errorData: special,
      logLines: [],
    };
    const response = await world.post("/api/run/m/f", { args: {} });
    expect(response.status).toBe(560);
    expect(await response.json()).toEqual({
      status: "error",
      errorMessage: "no",
      errorData: plain,
      logLines: [],
    });
  });

  test("/api/run finds modules in folders and encoded names", async () => {
    await world.post("/api/run/admin/users/list", { args: {} });
    await world.post("/api/run/m/%66", { args: {} });
    expect(world.runtime.calls.map(({ path }) => path)).toEqual([
      "admin/users:list",
      "m:f",
    ]);
  });

  test.each(["/api/run/", "/api/run/m", "/api/run//f", "/api/run/m/%zz"])(
    "refuses %s, which names no function",
    async (path) => {
      expect((await world.post(path, { args: {} })).status).toBe(400);
      expect(world.runtime.calls).toEqual([]);
    },
  );

  test("refuses encoded values in plain arguments at any depth", async () => {
    let args: unknown = { $integer: "AwAAAAAAAAA=" };
    for (let depth = 0; depth < 30; depth++) args = { a: [args] };
    const response = await world.post("/api/query", { path: "m:f", args });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('"$integer"') as string,
    });
  });

  test("/api/query_ts returns the current timestamp", async () => {
    const response = await world.request("/api/query_ts", { method: "POST" });
    expect(await response.json()).toEqual({ ts: "BwAAAAAAAAA=" });
  });

  test("accepts the admin key and refuses a wrong one", async () => {
    const call = { path: "m:f", format, args: {}, componentPath: "c" };
    const ok = await world.post("/api/function", call, {
      authorization: `Convex ${adminKey}`,
    });
    expect(ok.status).toBe(200);
    expect(world.runtime.calls[0]?.caller.isAdmin).toBe(true);
    const refused = await world.post("/api/function", call, {
      authorization: "Convex wrong",
    });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "BadDeployKey" });
  });

  test("answers 401 to a bad token and 403 to a component call without the admin key", async () => {
    const call = { path: "m:f", format, args: [] };
    const headers = { authorization: "Bearer nonsense" };
    expect((await world.post("/api/query", call, headers)).status).toBe(401);
    const inComponent = { ...call, componentPath: "c" };
    expect((await world.post("/api/query", inComponent)).status).toBe(403);
    expect(world.runtime.calls).toEqual([]);
  });

  test.each([
    ["text that is not JSON", "{"],
    ["an array", "[]"],
    ["a missing path", "{}"],
    ["an argument that is not an object", '{"path":"a:b","args":[1]}'],
    ["another format", '{"path":"a:b","format":"xml","args":[]}'],
  ])("answers 400 with a reason to %s", async (_, body) => {
    const response = await world.request("/api/query", {
      method: "POST",
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty("message");
  });

  test("answers 413 to a body over the limit, even without a declared length", async () => {
    const declared = await world.post("/api/query", {
      path: "x".repeat(2_000),
    });
    expect(declared.status).toBe(413);
    const streamed = await world.request("/api/query", {
      method: "POST",
      body: new Blob(["x".repeat(3_000)]).stream(),
      duplex: "half",
    });
    expect(streamed.status).toBe(413);
  });

  test("answers preflight requests and refuses other methods", async () => {
    const preflight = await world.request("/api/query", { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain(
      "convex-client",
    );
    expect((await world.request("/api/query")).status).toBe(405);
  });
});
