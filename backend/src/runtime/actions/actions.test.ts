import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANYONE } from "../contract/callers.ts";
import type { HttpActionResponse } from "../contract/runtime.ts";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../test/support/fixtureApp.ts";

const NOTES = `
export const add = internalMutation(async (ctx, { body }) => ctx.db.insert("notes", { body }));
export const refuse = mutation(async () => { throw new ConvexError({ code: "NO" }); });
export const bodies = query(async (ctx) => (await ctx.db.query("notes").collect()).map((n) => n.body));
export const viewer = query(async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null);
export const write = action(async (ctx, { body }) => {
  console.log("writing", body);
  await ctx.runMutation(f("notes:add"), { body });
  return await ctx.runQuery(f("notes:bodies"));
});
export const outer = action((ctx) => ctx.runAction(f("notes:inner"), { n: 1 }));
export const inner = internalAction({ args: { n: v.number() }, handler: async (ctx, { n }) => n + 1 });
export const who = action(async (ctx) => [(await ctx.auth.getUserIdentity())?.subject, await ctx.runQuery(f("notes:viewer"))]);
export const caught = action(async (ctx) => {
  try { await ctx.runMutation(f("notes:refuse")); } catch (error) { return error.data; }
});
export const throws = action(async () => { throw new Error("in action"); });
export const request = action((ctx) => ctx.meta.getRequestMetadata());
export const metrics = action((ctx) => ctx.meta?.getTransactionMetrics?.() ?? null);
export const later = action((ctx, { body }) => ctx.scheduler.runAfter(0, f("notes:add"), { body }));
export const store = action(async (ctx, { text }) => {
  const id = await ctx.storage.store(new Blob([text], { type: "text/plain" }));
  const blob = await ctx.storage.get(id);
  return { id, text: await blob.text(), url: await ctx.storage.getUrl(id), metadata: await ctx.storage.getMetadata(id) };
});
export const slices = action(async (ctx) => {
  const id = await ctx.storage.store(new Blob(["abcdef"], { type: "text/plain" }));
  const stored = await ctx.storage.get(id);
  await ctx.storage.delete(id);
  const parts = [new Blob(["abcdef"]).slice(1, 3), stored.slice(2, 4, "text/x"), (await new Response("abcdef").blob()).slice(-2).slice(1)];
  return Promise.all(parts.map(async (part) => [part instanceof Blob && part.constructor === Blob, part.type, await part.text(), part.size]));
});
export const drop = mutation((ctx, { id }) => ctx.storage.delete(id));
export const uploadUrl = mutation((ctx) => ctx.storage.generateUploadUrl());
export const file = query((ctx, { id }) => ctx.db.system.get("_storage", id));
export const own = action(async () => [Object.keys(process.env).sort(), typeof fetch, typeof setTimeout]);
`;

const NODE = `"use node";
import { readFileSync } from "node:fs";
export const platform = action(async () => [typeof readFileSync, typeof require("node:os").platform]);
export const waiting = action(async () => typeof (await import("harfbuzzjs")).shape);
`;

const HTTP = `
const http = httpRouter();
http.route({ path: "/bodies", method: "GET", handler: httpAction(async (ctx) =>
  new Response((await ctx.runQuery(f("notes:bodies"))).join()),
) });
http.route({ path: "/echo", method: "POST", handler: httpAction(async (ctx, request) => {
  const body = await request.text();
  await ctx.runMutation(f("notes:add"), { body });
  return new Response("echo " + body, { status: 201, headers: { "x-own": request.headers.get("x-given") } });
}) });
http.route({ pathPrefix: "/files/", method: "GET", handler: httpAction(async (ctx, request) => new Response(new URL(request.url).pathname)) });
http.route({ path: "/nothing", method: "GET", handler: httpAction(async (_ctx, request) => new Response("", { status: Number(new URL(request.url).searchParams.get("status")) })) });
http.route({ path: "/broken", method: "GET", handler: httpAction(async () => { throw new Error("broken route"); }) });
export default http;`;

describe("actions", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({
      "": { "notes.js": NOTES, "node.js": NODE, "http.js": HTTP },
    });
  });
  afterAll(() => app.stop());

  test("blobs can be sliced, also stored ones and slices of slices", async () => {
    expect(await app.action("notes:slices", {})).toEqual([
      [true, "", "bc", 2],
      [true, "text/x", "cd", 2],
      [true, "", "f", 1],
    ]);
  });

  test("an action writes and reads through mutations and queries", async () => {
    const outcome = await app.runtime.runAction(
      callOf("notes:write", { body: "x" }),
    );
    expect(outcome).toMatchObject({
      ok: true,
      logLines: ["[LOG] 'writing' 'x'"],
    });
    expect(await app.query("notes:bodies")).toContain("x");
  });

  test("an action calls an action, whose arguments are validated", async () => {
    expect(await app.action("notes:outer")).toBe(2);
  });

  test("the identity reaches the functions an action calls", async () => {
    const identity = { tokenIdentifier: "t", subject: "me", issuer: "i" };
    const outcome = await app.runtime.runAction(
      callOf("notes:who", {}, { ...ANYONE, identity }),
    );
    expect(outcome).toMatchObject({ valueJson: '["me","me"]' });
  });

  test("a ConvexError reaches the action with its data", async () => {
    expect(await app.action("notes:caught")).toEqual({ code: "NO" });
    await expect(app.action("notes:throws")).rejects.toThrow(
      "Uncaught Error: in action",
    );
  });

  test("an action can read its request metadata", async () => {
    const caller = { ...ANYONE, ip: "10.0.0.1", userAgent: "test" };
    const outcome = await app.runtime.runAction(
      callOf("notes:request", {}, caller),
    );
    expect(outcome.ok && JSON.parse(outcome.valueJson)).toMatchObject({
      ip: "10.0.0.1",
      userAgent: "test",
    });
  });

  test("an action schedules functions", async () => {
    await app.action("notes:later", { body: "scheduled" });
    await eventually(async () =>
      ((await app.query("notes:bodies")) as string[]).includes("scheduled"),
    );
  });

  test("actions can reach the network but see only the deployment's environment", async () => {
    expect(await app.action("notes:own")).toEqual([
      ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"],
      "function",
      "function",
    ]);
  });

  test('"use node" modules have require', async () => {
    expect(await app.action("node:platform")).toEqual(["function", "function"]);
  });

  test("import() also loads packages with a top-level await", async () => {
    expect(await app.action("node:waiting")).toBe("function");
  });

  test("runAny finds out the function's type", async () => {
    const call = (path: string) =>
      app.runtime.runAny(callOf(path, { body: "any" }));
    expect(await call("notes:bodies")).toMatchObject({ ok: true });
    expect(await call("notes:refuse")).toMatchObject({
      errorData: { code: "NO" },
    });
    expect(await call("notes:write")).toMatchObject({ ok: true });
  });

  describe("stored files", () => {
    test("an action stores and reads a file, a mutation removes it", async () => {
      const stored = (await app.action("notes:store", { text: "wav" })) as {
        id: string;
        text: string;
        url: string;
      };
      expect(stored).toMatchObject({
        text: "wav",
        metadata: { size: 3, contentType: "text/plain" },
      });
      const uuid = stored.url.split("/").at(-1) ?? "";
      expect(await app.runtime.findFileByUuid(uuid)).toMatchObject({
        storageId: stored.id,
        sizeBytes: 3,
      });
      expect(await app.runtime.fileUuids()).toEqual([uuid]);
      expect(await app.query("notes:file", { id: stored.id })).toMatchObject({
        size: 3,
      });
      await app.mutation("notes:drop", { id: stored.id });
      await eventually(() => app.files.bytes.size === 0);
      expect(await app.runtime.findFileByUuid(uuid)).toBeNull();
    });

    test("an upload URL works once", async () => {
      const url = new URL((await app.mutation("notes:uploadUrl")) as string);
      expect(url.pathname).toBe("/api/storage/upload");
      const token = url.searchParams.get("token") ?? "";
      expect(app.runtime.checkUploadToken(token)).toMatchObject({
        ok: true,
        component: "",
      });
      const upload = async () => {
        const written = await app.files.write(new Uint8Array(2));
        const file = { ...written, contentType: null };
        return app.runtime.registerFile("", file, token);
      };
      const { storageId } = await upload();
      expect(await app.query("notes:file", { id: storageId })).toMatchObject({
        size: 2,
      });
      await expect(upload()).rejects.toThrow("has been used already");
    });

    test("refuses a forged upload token", () => {
      expect(app.runtime.checkUploadToken("e30.x")).toEqual({
        ok: false,
        error: "The upload URL is not valid.",
      });
    });
  });

  describe("HTTP actions", () => {
    const send = (method: string, path: string, body: string | null = null) =>
      app.runtime.runHttpAction({
        method,
        url: `http://127.0.0.1${path}`,
        headers: [["x-given", "g"]],
        body: body === null ? null : new TextEncoder().encode(body),
        caller: ANYONE,
      });
    const text = ({ body }: HttpActionResponse) => new Response(body).text();

    test("a route answers with status, headers and body", async () => {
      const response = await send("POST", "/echo", "hello");
      expect(response.status).toBe(201);
      expect(await text(response)).toBe("echo hello");
      expect(
        new Headers(response.headers as [string, string][]).get("x-own"),
      ).toBe("g");
      expect(await app.query("notes:bodies")).toContain("hello");
    });

    test("an answer that only asked queries says whether it still holds", async () => {
      const { holds } = await send("GET", "/bodies");
      expect(await holds?.(ANYONE)).toBe(true);
      const echoed = await send("POST", "/echo", "new");
      expect(await holds?.(ANYONE)).toBe(false);
      expect(echoed.holds).toBeUndefined();
    });

    test("a prefix route also answers HEAD", async () => {
      const response = await send("HEAD", "/files/a");
      expect(response.status).toBe(200);
    });

    test.each([204, 205, 304])(
      "accepts an empty text with status %d, which has no body",
      async (status) => {
        const response = await send("GET", `/nothing?status=${status}`);
        expect(response.status).toBe(status);
        expect(await text(response)).toBe("");
      },
    );

    test("an unknown route answers 404, a throwing one 500", async () => {
      const missing = await send("GET", "/missing");
      expect(missing.status).toBe(404);
      expect(await text(missing)).toBe("No HttpAction routed for /missing");
      const broken = await send("GET", "/broken");
      expect(broken.status).toBe(500);
      expect(await text(broken)).toContain("broken route");
    });
  });
});
