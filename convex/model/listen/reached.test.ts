import { expect, test, vi } from "vitest";
import type { ListenContent } from "../../shared/listenValidators";
import {
  answerPage,
  answerRobots,
  answerSiteMap,
  type PageReader,
} from "./answers";
import { reachedOrigin, reachedUrl } from "./reached";

const OWN = "http://localhost:5173";

const ask = (url: string, host: string) =>
  new Request(url, { headers: { Host: host } });

test.each([
  ["192.168.1.5:5173", "http://192.168.1.5:5173"],
  ["[fd00::1]:5173", "http://[fd00::1]:5173"],
  ["studio.local:5173", "http://studio.local:5173"],
  ["localhost:5173", OWN],
])("a site without an address is where %s found it", (host, origin) => {
  expect(reachedOrigin(ask(`${OWN}/listen/beats/b`, host))).toBe(origin);
});

test.each(["", "a/b", "user@evil.example", 'x"><script>', "a b", "a:99999"])(
  "%j names no place",
  (host) => {
    expect(reachedOrigin(ask(`${OWN}/robots.txt`, host))).toBe(OWN);
  },
);

test("a site with an address does not believe a header", () => {
  const request = ask("https://gully.example/robots.txt", "evil.example");
  expect(reachedOrigin(request)).toBe("https://gully.example");
});

test("only the site's own addresses move with it", () => {
  const request = ask(`${OWN}/listen/beats/b`, "192.168.1.5:5173");
  const file = "/api/storage/a?x=http://localhost:5173/";
  expect(reachedUrl(request, OWN + file)).toBe(
    `http://192.168.1.5:5173${file}`,
  );
  for (const other of ["https://files.example/a", "http://localhost:51730/a"])
    expect(reachedUrl(request, other)).toBe(other);
});

/**
 * The address at which a phone on the same network opens a site at localhost.
 */
const PHONE = "http://192.168.1.5:5173";

const content: ListenContent = {
  contentType: "beat",
  id: "b1",
  beatId: "b1",
  title: "Gali No. 4",
  genre: "boom-bap",
  bpm: 97,
  tags: [],
  producer: "Chaukhat",
  rapper: null,
  terms: "share",
  hasRoom: true,
  fileUrl: `${OWN}/api/storage/f1`,
  format: "mp3",
  sizeBytes: 9,
  durationMs: 4_948,
  createdAt: 0,
  peaks: [1],
  words: null,
  verses: [{ id: "v1", rapper: "Meera" }],
  answers: null,
  answeredBy: [],
};

const reader: PageReader = {
  findListenContent: async () => ({ status: "found", content }),
  findListenCypher: async () => ({ status: "missing" as const }),
  findArtist: async (username) => ({
    ...{ username, role: "rapper", state: "", bio: "", userId: "u1" },
    ...{ beats: [], verses: [] },
  }),
  answerPicture: async () => null,
};

const siteMaps = {
  count: async () => ({ beat: 1, verse: 1 }),
  read: async () => ({
    content: [{ id: "b1", updatedAt: 0 }],
    artists: ["Meera"],
  }),
};

test.each([
  ["/listen/beats/b1", `"og:image" content="${PHONE}/listen/beats/b1/`],
  ["/listen/beats/b1", `"og:audio" content="${PHONE}/api/storage/f1"`],
  ["/listen/beats/b1", '<audio preload="none" src="/api/storage/f1"'],
  ["/listen/artists/Meera", `"og:image" content="${PHONE}/link-preview.png"`],
  ["/listen/artists/Meera", '<a class="brand" href="/">'],
  ["/sitemap.xml", `<loc>${PHONE}/sitemaps/beats-1.xml</loc>`],
  ["/sitemaps/beats-1.xml", `<loc>${PHONE}/listen/beats/b1</loc>`],
  ["/robots.txt", `Sitemap: ${PHONE}/sitemap.xml`],
])("nothing on %s leads a phone to itself", async (path, said) => {
  vi.stubEnv("SITE_URL", OWN);
  const request = ask(OWN + path, "192.168.1.5:5173");
  const response = await answer(request);
  const text = await response.text();
  expect(text).not.toContain("localhost");
  expect([...response.headers].join()).not.toContain("localhost");
  expect(text).toContain(said);
  vi.unstubAllEnvs();
});

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/listen/")) return answerPage(request, reader);
  if (pathname === "/robots.txt") return answerRobots(request);
  return answerSiteMap(request, siteMaps);
}
