// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../../testing/fakeCaches";
import { KeptCache } from "./keptCache";
import { dropKeptOfOthers, keptName } from "./keptCaches";

const TOKEN = `__convexAuthJWT_${window.location.origin.replace(/[^a-zA-Z0-9]/g, "")}`;

function signIn(session: string): void {
  const claims = btoa(JSON.stringify({ sub: session }));
  localStorage.setItem(TOKEN, `e30.${claims}.signature`);
}

const sound = (bytes: number) =>
  new Response("x", { headers: { "Content-Length": String(bytes) } });

const urls = (cache: KeptCache) => cache.urls();

beforeEach(() => vi.stubGlobal("caches", fakeCaches()));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("keeps what fits, and forgets the oldest first", async () => {
  signIn("asha|1");
  const cache = new KeptCache("sounds", 100);
  await cache.keep("https://gully.example/a", sound(40));
  await cache.keep("https://gully.example/b", sound(40));
  await cache.keep("https://gully.example/a", sound(40));
  await cache.keep("https://gully.example/c", sound(40));
  expect(await urls(cache)).toEqual([
    "https://gully.example/a",
    "https://gully.example/c",
  ]);
  expect(await cache.get("https://gully.example/b")).toBeUndefined();
  await cache.keep("https://gully.example/huge", sound(101));
  expect(await urls(cache)).toEqual([]);
});

test("nobody else sees it, and it goes with the session", async () => {
  signIn("asha|1");
  const cache = new KeptCache("sounds", 100);
  await cache.keep("https://gully.example/a", sound(40));
  signIn("ravi|2");
  expect(await urls(cache)).toEqual([]);
  await cache.keep("https://gully.example/b", sound(40));
  await caches.open("fonts");
  await dropKeptOfOthers();
  expect(await caches.keys()).toEqual(["kept-sounds ravi|2", "fonts"]);
  expect(await urls(cache)).toEqual(["https://gully.example/b"]);
  localStorage.clear();
  await dropKeptOfOthers();
  expect(await caches.keys()).toEqual(["fonts"]);
});

test.each([
  ["without a session", null],
  ["with a token that cannot be read", "e30.!.signature"],
  ["with a token that names nobody", `e30.${btoa("{}")}.signature`],
])("%s, keeps nothing", async (_, token) => {
  if (token !== null) localStorage.setItem(TOKEN, token);
  expect(keptName("answers")).toBeNull();
  const cache = new KeptCache("answers", 100);
  await cache.keep("https://gully.example/a", sound(1));
  await cache.remove("https://gully.example/a");
  expect(await urls(cache)).toEqual([]);
  expect(await caches.keys()).toEqual([]);
});

test.each([
  ["has no caches", () => vi.unstubAllGlobals()],
  [
    "forbids to look for caches",
    () => {
      const refuse = () => {
        throw new DOMException("", "SecurityError");
      };
      vi.unstubAllGlobals();
      Object.defineProperty(globalThis, "caches", {
        get: refuse,
        configurable: true,
      });
    },
  ],
  [
    "forbids caches",
    () => {
      const refuse = () =>
        Promise.reject(new DOMException("", "SecurityError"));
      vi.stubGlobal("caches", { open: refuse, keys: refuse });
    },
  ],
])("keeps nothing where the browser %s", async (_, prepare) => {
  signIn("asha|1");
  prepare();
  const cache = new KeptCache("sounds", 100);
  await cache.keep("https://gully.example/a", sound(40));
  expect(await urls(cache)).toEqual([]);
  await expect(dropKeptOfOthers()).resolves.toBeUndefined();
  Reflect.deleteProperty(globalThis, "caches");
});
