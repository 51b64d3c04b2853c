import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeListenWorld, open, ORIGIN } from "./testing/test.listenPages";
import { makeEmptyWorld } from "./testing/test.world";

beforeEach(() => vi.stubEnv("SITE_URL", "https://gully.example"));
afterEach(() => vi.unstubAllEnvs());

test("site maps list every beat, verse and artist", async () => {
  const { world, beatId, verseId } = await makeListenWorld();
  const index = await open(world, "/sitemap.xml");
  expect(index.response.headers.get("content-type")).toContain("xml");
  const maps = [...index.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = ""]) => new URL(address).pathname,
  );
  const listed: string[] = [];
  for (const map of maps) listed.push((await open(world, map)).text);
  const all = listed.join("");
  expect(all).toContain(`<loc>${ORIGIN}/listen/beats/${beatId}</loc>`);
  expect(all).toContain(`<loc>${ORIGIN}/listen/verses/${verseId}</loc>`);
  expect(all).toContain(`<loc>${ORIGIN}/listen/artists/Chaukhat</loc>`);
});

test.each([
  "/sitemaps/beats-2.xml",
  "/sitemaps/beats-0.xml",
  "/sitemaps/beats-999999999.xml",
  "/sitemaps/users-1.xml",
  "/sitemaps/",
])("has no site map at %s", async (path) => {
  const { world } = await makeListenWorld();
  expect((await open(world, path)).response.status).toBe(404);
});

test("an empty place has an empty index", async () => {
  const { text, response } = await open(await makeEmptyWorld(), "/sitemap.xml");
  expect(response.status).toBe(200);
  expect(text).not.toContain("<sitemap>");
});

test("robots.txt allows everything and names the site map", async () => {
  const { text } = await open(await makeEmptyWorld(), "/robots.txt");
  expect(text).toBe(
    `User-agent: *\nAllow: /\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
});
