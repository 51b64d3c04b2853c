import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callOf, TestApp } from "../../../test/support/fixtureApp.ts";

/** Each query changes something in the module and returns what a first call sees. */
const STATE = `
const numbers = (function* () { let n = 0; for (;;) yield ++n; })();
const letters = ["a", "b", "c"][Symbol.iterator]();
const parameters = new URLSearchParams("a=1");
const address = new URL("http://host/path");
const headers = new Headers();
const form = new FormData();
const controller = new AbortController();
const response = new Response("body");
const buffer = new ArrayBuffer(4);
const scratch = new Uint8Array(4);
const decoder = new TextDecoder();
const strict = new TextDecoder("utf-16le", { fatal: true });
const record = {};
const write = async () => { record.n = 1; };
export const generator = query(async () => numbers.next().value);
export const iterator = query(async () => letters.next().value);
export const urlParameters = query(async () => { parameters.append("b", "1"); return parameters.toString(); });
export const ownProperty = query(async () => { parameters.n = (parameters.n ?? 0) + 1; return parameters.n; });
export const urlsParameters = query(async () => { address.searchParams.append("b", "1"); return address.href; });
export const urlPart = query(async () => { address.pathname += "x"; return address.href; });
export const header = query(async () => { headers.append("b", "1"); return headers.get("b"); });
export const formData = query(async () => { form.append("b", "1"); return form.getAll("b").length; });
export const abortion = query(async () => { const before = controller.signal.aborted; controller.abort(); return before; });
export const body = query(async () => await response.text());
export const decoded = query(async () => [decoder, strict].map((one) => one.decode(new Uint8Array([97, 0]))).join());
export const decodedInParts = query(async () => decoder.decode(new Uint8Array([0xe2, 0x82]), { stream: true }));
export const replacedDecode = query(async () => { const before = decoder.decode(new Uint8Array([97])); Object.defineProperty(decoder, "decode", { value: () => "b" }); return before; });
export const bufferOnly = query(async () => ++new Uint8Array(buffer)[0]);
export const settled = query(async () => { await Promise.allSettled([write()]); return record.n ?? null; });
export const slowly = query(async (_ctx, { by }) => { scratch[0] += by; for (let i = 0; i < 3; i++) await crypto.subtle.digest("SHA-256", new Uint8Array(50_000)); return scratch[0]; });
`;

/** More values than a call can have arguments, as in WebAssembly programs and word tables. */
const LARGE = `
const bytes = new Uint8Array(400_000);
const list = Array.from({ length: 200_000 }, (_, index) => index);
const map = new Map(list.map((index) => [index, { index }]));
const set = new Set(list);
export const sizes = query(async () => [bytes.length, list.length, map.size, set.size]);
export const changed = query(async () => { bytes[7] += 1; return bytes[7]; });
export const changedDeep = query(async () => ++map.get(150_000).index);
`;

/** None of these queries may do more than fail its own call. */
const HOSTILE = `
export const one = query(async () => 1);
export const message = query(async () => { throw Object.defineProperty(new Error("x"), "message", { get() { throw new Error("no"); } }); });
export const text = query(async () => { throw { toString() { throw new Error("no"); } }; });
export const bare = query(async () => { throw Object.create(null); });
export const proxy = query(async () => { throw new Proxy(new Error("x"), { get() { throw 1; }, has() { throw 2; }, getPrototypeOf() { throw 3; } }); });
export const stack = query(async () => { Error.prepareStackTrace = () => ({ split: 1 }); throw new Error("x"); });
export const noJson = query(async () => { JSON.stringify = () => undefined; return 1; });
export const badJson = query(async () => { JSON.stringify = () => "{nonsense"; return 1; });
export const promiseMethod = query(async () => { Promise.prototype.then = function (resolve) { resolve({ length: 1 }); }; return 1; });
export const library = Object.assign(query(async () => 1), { invokeQuery: () => ({ length: 1, toString() { return "5"; } }) });
export const microtask = query(async () => { queueMicrotask(() => { throw Object.create(null); }); return 1; });
export const rejection = query(async () => { Promise.reject({ toString() { throw new Error("no"); } }); return 1; });
export const logged = query(async () => { console.log({ [Symbol.for("nodejs.util.inspect.custom")]() { throw new Error("no"); } }); return 1; });
`;

/** Tries to reach the engine's global object through everything that a function can get hold of. */
const ENGINE = `
const globalOf = (value) => value.constructor("return globalThis")();
const ways = {
  class: () => globalOf(Object.getPrototypeOf(Response)),
  storage: () => globalOf(AsyncLocalStorage),
  exception: () => globalOf(DOMException),
  method: () => globalOf(new URL("http://host").searchParams.get),
  asyncMethod: () => globalOf(Object.getPrototypeOf(Response).prototype.text),
  syscall: () => globalOf(Convex.syscall),
  inspect: () => { let found; console.log({ [Symbol.for("nodejs.util.inspect.custom")](_depth, _options, inspect) { found = globalOf(inspect); return ""; } }); return found; },
  error: () => { try { Convex.syscall("nothing", "{}"); } catch (error) { return globalOf(error.constructor); } },
};
const reached = () => Object.keys(ways).filter((way) => { try { const found = ways[way](); return found !== undefined && found !== globalThis; } catch { return false; } });
export const inQuery = query(async () => reached());
export const inAction = action(async () => reached());
`;

const TIMERS = `
export const leave = action(async (_ctx, { url }) => { await new Promise((resolve) => setInterval(() => void fetch(url).then(resolve, () => {}), 5)); });
export const wait = action(async () => { await new Promise((resolve) => setTimeout(resolve, 200)); });
`;

describe("calls do not see what others leave behind", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({
      "": {
        "state.js": STATE,
        "large.js": LARGE,
        "hostile.js": HOSTILE,
        "engine.js": ENGINE,
        "timers.js": TIMERS,
      },
    });
  });
  afterAll(() => app.stop());

  test.each([
    ["generator", 1],
    ["iterator", "a"],
    ["urlParameters", "a=1&b=1"],
    ["ownProperty", 1],
    ["urlsParameters", "http://host/path?b=1"],
    ["urlPart", "http://host/pathx"],
    ["header", "1"],
    ["formData", 1],
    ["abortion", false],
    ["body", "body"],
    ["decoded", "a\0,a"],
    ["decodedInParts", ""],
    ["replacedDecode", "a"],
    ["bufferOnly", 1],
    ["settled", 1],
  ])("each call sees the initial state of %s", async (name, value) => {
    for (let call = 0; call < 3; call++) {
      expect(await app.query(`state:${name}`)).toBe(value);
    }
  });

  test("each call sees the original values of modules with hundreds of thousands of values", async () => {
    const sizes = [400_000, 200_000, 200_000, 200_000];
    expect(await app.query("large:sizes")).toEqual(sizes);
    for (let call = 0; call < 2; call++) {
      expect(await app.query("large:changed")).toBe(1);
      expect(await app.query("large:changedDeep")).toBe(150_001);
    }
  });

  test("simultaneous calls do not see each other's bytes", async () => {
    const calls = [1, 2, 3, 4].map((by) => app.query("state:slowly", { by }));
    expect(await Promise.all(calls)).toEqual([1, 2, 3, 4]);
  });

  test.each([
    "message",
    "text",
    "bare",
    "proxy",
    "stack",
    "noJson",
    "badJson",
    "promiseMethod",
    "library",
  ])("a hostile %s fails its own call with a message", async (name) => {
    const outcome = await app.runtime.runQuery(callOf(`hostile:${name}`));
    expect(outcome).toMatchObject({ ok: false });
    expect(await app.query("hostile:one")).toBe(1);
  });

  test.each(["microtask", "rejection", "logged"])(
    "a %s that throws an unreadable value harms no other call",
    async (name) => {
      expect(await app.query(`hostile:${name}`)).toBe(1);
      expect(await app.query("hostile:one")).toBe(1);
    },
  );

  test("no function constructor of the engine runs code among its globals", async () => {
    expect(await app.query("engine:inQuery")).toEqual([]);
    expect(await app.action("engine:inAction")).toEqual([]);
  });

  test("timers end with their action", async () => {
    let ticks = 0;
    const server = createServer((_request, response) => {
      ticks += 1;
      response.end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    await app.action("timers:leave", { url: `http://127.0.0.1:${port}` });
    expect(ticks).toBeGreaterThan(0);
    const ticksInAWhile = async () => {
      const ticksBefore = ticks;
      await app.action("timers:wait");
      return ticks - ticksBefore;
    };
    // Requests that were sent before may still arrive.
    await expect.poll(ticksInAWhile).toBe(0);
    server.closeAllConnections();
    server.close();
  });
});
