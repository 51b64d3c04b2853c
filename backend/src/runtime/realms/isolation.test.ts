import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HttpActionResponse } from "../contract/runtime.ts";
import { ANYONE } from "../contract/callers.ts";
import { eventually, TestApp } from "../../../test/support/fixtureApp.ts";

/** Replaces, freezes or deletes everything reachable from the globals by names and prototypes. */
const VANDAL = `
function reach() {
  const seen = new Set();
  const queue = [globalThis];
  while (queue.length > 0) {
    const value = queue.pop();
    const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
    if (!isObject || seen.has(value)) continue;
    seen.add(value);
    try { queue.push(Object.getPrototypeOf(value)); } catch {}
    let keys = [];
    try { keys = Reflect.ownKeys(value); } catch {}
    for (const key of keys) {
      try {
        const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
        queue.push(descriptor.value, descriptor.get, descriptor.set);
      } catch {}
    }
  }
  return [...seen];
}
const SPARED = new Set(["Convex", "globalThis"]);
function vandalise(how) {
  const { ownKeys, defineProperty, deleteProperty } = Reflect;
  const { freeze } = Object;
  const all = reach();
  let changed = 0;
  const broken = function broken() { throw new Error("broken " + how); };
  for (let i = 0; i < all.length; i++) {
    const value = all[i];
    if (how === "freeze") { try { freeze(value); changed++; } catch {} continue; }
    const keys = ownKeys(value);
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k];
      if (SPARED.has(key)) continue;
      try {
        if (how === "delete") { if (deleteProperty(value, key)) changed++; }
        else if (how === "assign") { value[key] = broken; if (value[key] === broken) changed++; }
        else if (defineProperty(value, key, { value: broken, writable: true, configurable: true })) changed++;
      } catch {}
    }
  }
  return changed;
}
`;

const APP = `${VANDAL}
let calls = 0;
const cache = new Map();
const list = [];
const record = {};
export const countVariable = query(async () => ++calls);
export const countMap = mutation(async () => { cache.set("n", (cache.get("n") ?? 0) + 1); return cache.get("n"); });
export const countList = mutation(async () => list.push(1));
export const countProperty = mutation(async () => { record.n = (record.n ?? 0) + 1; return record.n; });
export const countEnvironment = mutation(async () => { process.env.N = String(Number(process.env.N ?? 0) + 1); return process.env.N; });
export const countGlobal = mutation(async () => { globalThis.n = (globalThis.n ?? 0) + 1; return globalThis.n; });
const STICKY = /a/g;
export const position = query(async () => { STICKY.test("aaa"); return STICKY.lastIndex; });
const scratch = new Uint8Array(4);
export const bytes = query(async () => ++scratch[0]);
export const local = query(async () => { let n = 0; await Promise.all([1, 2].map(async () => { n++; })); const seen = new Map([["a", n]]); seen.set("b", 1); const error = new Error("x"); error.name = "Own"; return n + seen.size + (error.name === "Own" ? 10 : 0); });
export const actionCount = action(async () => ++calls);
export const nested = mutation(async (ctx) => [await ctx.runMutation(f("app:countMap")), await ctx.runMutation(f("app:countMap")), await ctx.runMutation(f("app:countList"))]);
export const rows = query(async (ctx) => (await ctx.db.query("rows").collect()).length);
export const addRow = internalMutation(async (ctx, { how }) => { if (how) vandalise(how); await ctx.db.insert("rows", { at: Date.now() }); });
export const breakQuery = query(async (_ctx, { how }) => { try { return vandalise(how); } finally { } });
export const breakMutation = mutation(async (_ctx, { how }) => { vandalise(how); });
export const breakAction = action(async (_ctx, { how }) => { vandalise(how); });
export const schedule = mutation(async (ctx, { how }) => { await ctx.scheduler.runAfter(0, f("app:addRow"), { how }); });
export const later = mutation(async (ctx) => { await ctx.scheduler.runAfter(10, f("app:addRow"), {}); });
export const realmOf = query({ args: { list: v.array(v.number()), bytes: v.bytes(), record: v.any() }, handler: async (_ctx, { list, bytes, record }) => [
  Array.isArray(list), list instanceof Array, list.constructor === Array, record.constructor === Object, record instanceof Object,
  bytes instanceof ArrayBuffer, new Uint8Array(bytes) instanceof Uint8Array, new TextEncoder().encode("a") instanceof Uint8Array,
  structuredClone({ a: [1] }).a instanceof Array, (await crypto.subtle.digest("SHA-256", bytes)) instanceof ArrayBuffer] });
export const caught = mutation(async (ctx) => { try { await ctx.db.insert("rows", 1); } catch (error) { return [error instanceof Error, typeof error.message]; } });
export const probe = query(async (ctx) => [
  [3, 1, 2].map((n) => n * 2).sort().join(), JSON.stringify({ a: [1] }), new Map([["k", 1]]).get("k"), typeof Date.now(), Math.random() < 1,
  await Promise.resolve(1).then((n) => n + 1), [...new Set([1, 1])].length, "a-b".split("-").length, Object.keys({ a: 1 }).length,
  typeof new URL("http://a/b").pathname, new TextEncoder().encode("ab").length, Symbol.iterator in [], (await ctx.db.query("rows").take(1)).length <= 1]);
export const probeAction = action(async (ctx) => [await ctx.runQuery(f("app:probe")), await new Promise((resolve) => setTimeout(resolve, 1, "timer")), await new Response("text").text(), typeof Date.now()]);
export const hold = action(async () => { const before = Date; Date = class { static now() { return 1; } }; await new Promise((resolve) => setTimeout(resolve, 50)); return [Date.now(), before === Date]; });
`;

const HTTP = `${VANDAL}
const http = httpRouter();
http.route({ path: "/break", method: "POST", handler: httpAction(async (_ctx, request) => { vandalise(await request.text()); return new Response("done"); }) });
http.route({ path: "/probe", method: "GET", handler: httpAction(async (ctx) => new Response(JSON.stringify(await ctx.runQuery(f("app:probe"))))) });
export default http;`;

const NODE = `"use node"; ${VANDAL}
import fs from "node:fs";
export const breakNode = action(async (_ctx, { how }) => { fs.readFileSync = null; vandalise(how); });
export const probeNode = action(async () => [typeof fs.readFileSync, typeof require("node:path").join, Buffer.from("a") instanceof Uint8Array, JSON.stringify([1].map((n) => n + 1))]);`;

const PROBE = [
  "2,4,6",
  '{"a":[1]}',
  1,
  "number",
  true,
  2,
  1,
  2,
  1,
  "string",
  2,
  true,
  true,
];
const WAYS = ["assign", "define", "delete", "freeze"];

describe("each call has its own globals and modules", () => {
  let app: TestApp;
  const said: string[] = [];
  beforeAll(async () => {
    app = await TestApp.start(
      { "": { "app.js": APP, "http.js": HTTP, "node.js": NODE } },
      {
        log: (level, message) => {
          if (level === "warn") said.push(message);
        },
      },
    );
  });
  afterAll(() => app.stop());

  const http = (method: string, path: string, body: string | null) =>
    app.runtime.runHttpAction({
      method,
      url: `http://127.0.0.1${path}`,
      headers: [],
      body: body === null ? null : Buffer.from(body),
      caller: ANYONE,
    });
  const textOf = ({ body }: HttpActionResponse) => new Response(body).text();

  const expectUnharmed = async () => {
    expect(await app.query("app:probe")).toEqual(PROBE);
    expect(await app.action("app:probeAction")).toEqual([
      PROBE,
      "timer",
      "text",
      "number",
    ]);
    expect(JSON.parse(await textOf(await http("GET", "/probe", null)))).toEqual(
      PROBE,
    );
    expect(await app.action("node:probeNode")).toEqual([
      "function",
      "function",
      true,
      "[2]",
    ]);
    const before = Number(await app.query("app:rows"));
    await app.mutation("app:later");
    await eventually(async () => Number(await app.query("app:rows")) > before);
  };

  test.each([
    ["a map", "mutation", "app:countMap", 1],
    ["a list", "mutation", "app:countList", 1],
    ["a property", "mutation", "app:countProperty", 1],
    ["an environment variable", "mutation", "app:countEnvironment", "1"],
    ["a global", "mutation", "app:countGlobal", 1],
    ["the position of a regular expression", "query", "app:position", 1],
    ["bytes", "query", "app:bytes", 1],
    ["a variable, in an action", "action", "app:actionCount", 1],
  ] as const)(
    "each call sees the initial value of %s",
    async (_what, kind, path, value) => {
      for (let call = 0; call < 3; call++) {
        expect(await app[kind](path)).toBe(value);
      }
    },
  );

  test("a variable of a module keeps its value, and the push names it", async () => {
    for (const count of [1, 2, 3]) {
      expect(await app.query("app:countVariable")).toBe(count);
    }
    expect(said).toEqual([expect.stringContaining(": app.js (calls)")]);
  });

  test("nested calls start from the initial state too", async () => {
    expect(await app.mutation("app:nested")).toEqual([1, 1, 1]);
    expect(await app.mutation("app:nested")).toEqual([1, 1, 1]);
  });

  test("a call may change what it made itself", async () => {
    expect(await app.query("app:local")).toBe(14);
  });

  test("arguments, errors and answers belong to the function's own classes", async () => {
    const bytes = { $bytes: Buffer.from("ab").toString("base64") };
    const args = { list: [1], bytes, record: { a: 1 } };
    expect(await app.query("app:realmOf", args)).toEqual(
      new Array<boolean>(10).fill(true),
    );
    expect(await app.mutation("app:caught")).toEqual([true, "string"]);
  });

  test("simultaneous actions have their own globals", async () => {
    const held = [1, 2, 3].map(() => app.action("app:hold"));
    expect(await Promise.all(held)).toEqual(
      new Array<unknown>(3).fill([1, false]),
    );
    expect(await app.action("app:probeAction")).toHaveLength(4);
  });

  for (const how of WAYS) {
    test(`no other call sees it when queries and mutations change every global (${how})`, async () => {
      await app.runtime.runQuery({ ...callTo("app:breakQuery", how) });
      await app.runtime.runMutation({ ...callTo("app:breakMutation", how) });
      await app.mutation("app:schedule", { how });
      await expectUnharmed();
    });

    test(`no other call sees it when actions change every global (${how})`, async () => {
      await app.runtime.runAction({ ...callTo("app:breakAction", how) });
      await app.runtime.runAction({ ...callTo("node:breakNode", how) });
      await http("POST", "/break", how);
      await expectUnharmed();
    });
  }
});

function callTo(path: string, how: string) {
  return { component: "", path, args: { how }, caller: ANYONE };
}
