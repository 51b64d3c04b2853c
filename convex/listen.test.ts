import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { claimAs } from "./testing/test.claims";
import { LISTEN_TEXTS } from "./model/listen/listenTexts";
import { TERMS_SENTENCES } from "./shared/terms";
import { makeListenWorld, open, ORIGIN } from "./testing/test.listenPages";

const SITE = "https://gully.example";

beforeEach(() => vi.stubEnv("SITE_URL", SITE));
afterEach(() => vi.unstubAllEnvs());

/** The clients that read shared links. None of them runs scripts. */
const READERS = {
  WhatsApp: "WhatsApp/2.24.6.77 A",
  Telegram: "TelegramBot (like TwitterBot)",
  Twitterbot: "Twitterbot/1.0",
  Facebook:
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  Googlebot:
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
};

test.each(Object.entries(READERS))(
  "%s finds title, picture, length and type of the audio",
  async (_name, agent) => {
    const { world, beatId, verseId } = await makeListenWorld();
    const headers = { "user-agent": agent };
    const beat = await open(world, `/listen/beats/${beatId}`, headers);
    expect(beat.response.status).toBe(200);
    expect(beat.response.headers.get("content-type")).toContain("text/html");
    expect(beat.page.title).toBe("Gali No. 4 by Chaukhat · Gully Cypher");
    expect(beat.page.meta("og:title")).toBe("Gali No. 4 by Chaukhat");
    expect(beat.page.meta("og:url")).toBe(`${ORIGIN}/listen/beats/${beatId}`);
    expect(beat.page.meta("og:image")).toBe(
      `${ORIGIN}/listen/beats/${beatId}/preview.png`,
    );
    expect(beat.page.meta("og:audio")).toMatch(/^https:\/\//);
    expect(beat.page.meta("og:audio:type")).toBe("audio/mpeg");
    expect(beat.page.meta("music:duration")).toBe("3");
    expect(beat.page.meta("description")).toContain("97 BPM by Chaukhat");

    const verse = await open(world, `/listen/verses/${verseId}`, headers);
    expect(verse.page.meta("og:title")).toBe(
      "रात_की_चाय on &quot;Gali No. 4&quot;",
    );
    expect(verse.page.meta("og:audio:type")).toBe("audio/webm");
    expect(verse.page.meta("og:image")).toBe(
      `${ORIGIN}/listen/verses/${verseId}/preview.png`,
    );
  },
);

test("describes the recording as linked data", async () => {
  const { world, beatId, verseId } = await makeListenWorld();
  const { page } = await open(world, `/listen/verses/${verseId}`);
  expect(page.linkedData).toMatchObject({
    "@type": "MusicRecording",
    name: 'रात_की_चाय on "Gali No. 4"',
    byArtist: [{ name: "रात_की_चाय" }, { name: "Chaukhat" }],
    isBasedOn: { url: `${ORIGIN}/listen/beats/${beatId}` },
    audio: { encodingFormat: "audio/webm", duration: "PT2S" },
  });
});

test("shows play, credit, terms and the way to the recorder", async () => {
  const { world, beatId, verseId, producer } = await makeListenWorld();
  const { text } = await open(world, `/listen/verses/${verseId}`);
  const ownPlayer =
    /<noscript><audio controls preload="none" src="https:[^"]+"/;
  expect(text).toMatch(ownPlayer);
  expect(text).toContain(`href="/listen/artists/${producer.username}"`);
  expect(text).toContain(TERMS_SENTENCES.en.here);
  const back = encodeURIComponent(`/beats/${beatId}`);
  expect(text).toContain(`href="${SITE}/signup?next=${back}"`);
  expect(text).toContain(`href="${SITE}/beats/${beatId}#verse-${verseId}"`);
  const beat = await open(world, `/listen/beats/${beatId}`);
  expect(beat.text).toContain(`href="/listen/verses/${verseId}"`);
});

test("a verse keeps the terms it was published under", async () => {
  const { world, verseId, beatId } = await makeListenWorld();
  await world.t.run(async (ctx) => {
    await ctx.db.patch("verses", verseId, { terms: "share" });
    await ctx.db.patch("beats", beatId, { terms: "ask" });
  });
  const verse = await open(world, `/listen/verses/${verseId}`);
  expect(verse.text).toContain(TERMS_SENTENCES.en.share);
  expect(verse.text).not.toContain(TERMS_SENTENCES.en.ask);
});

test("tells the player how far to turn a loud sound down", async () => {
  const { world, rapper, beatId } = await makeListenWorld();
  const loudness = { lufs: -8, truePeakDbtp: -1 };
  const loudId = await world.publishVerse(rapper, beatId, { loudness });
  const loud = await open(world, `/listen/verses/${loudId}`);
  expect(loud.text).toContain('data-volume="0.501"');
  const unmeasured = await open(world, `/listen/beats/${beatId}`);
  expect(unmeasured.text).toContain('data-volume="1.000"');
});

test("a full beat offers no recording", async () => {
  const { world, beatId } = await makeListenWorld();
  await world.t.run((ctx) => ctx.db.patch("beats", beatId, { verseCount: 10 }));
  const { text } = await open(world, `/listen/beats/${beatId}`);
  expect(text).not.toContain("/signup");
  expect(text).toContain(LISTEN_TEXTS.en.isFull);
});

test.each([
  ["hi-IN,hi;q=0.9,en;q=0.8", "hi"],
  ["en-IN,hi;q=0.5", "en"],
  ["ta, hi;q=0.3", "hi"],
  ["ta", "en"],
  ["hi;q=0", "en"],
  [";;q=,,,".repeat(10_000), "en"],
])("answers %j in %s", async (accepted, language) => {
  const { world, beatId } = await makeListenWorld();
  const { response, text } = await open(world, `/listen/beats/${beatId}`, {
    "accept-language": accepted,
  });
  expect(text).toContain(`<html lang="${language}">`);
  expect(response.headers.get("vary")).toBe("Accept-Language");
});

test("a named language wins, and links keep it", async () => {
  const { world, beatId, verseId } = await makeListenWorld();
  const { text } = await open(world, `/listen/beats/${beatId}?lang=hi`, {
    "accept-language": "en",
  });
  expect(text).toContain('<html lang="hi">');
  expect(text).toContain(`href="/listen/verses/${verseId}?lang=hi"`);
  expect(text).toContain(TERMS_SENTENCES.hi.here);
  const next = encodeURIComponent(`/beats/${beatId}`);
  for (const link of [
    "/?lang=hi",
    `/login?next=${next}&amp;lang=hi`,
    `/signup?next=${next}&amp;lang=hi`,
    `/beats/${beatId}?lang=hi`,
  ])
    expect(text).toContain(`href="https://gully.example${link}"`);
});

test("the page of a named language is the canonical one, and names the others", async () => {
  const { world, beatId } = await makeListenWorld();
  const path = `/listen/beats/${beatId}`;
  const { text, page } = await open(world, `${path}?lang=hi`);
  const link = (rel: string, url: string) =>
    `<link rel="${rel}" href="${ORIGIN}${url}" />`;
  expect(text).toContain(link("canonical", `${path}?lang=hi`));
  expect(page.meta("og:url")).toBe(`${ORIGIN}${path}?lang=hi`);
  expect(text).toContain(link('alternate" hreflang="hi', `${path}?lang=hi`));
  expect(text).toContain(link('alternate" hreflang="x-default', path));
  const bare = await open(world, path);
  expect(bare.text).toContain(link("canonical", path));
});

/** The tags of a page in order, with the names of their attributes. */
const tagsOf = (text: string) =>
  text
    .replace(/(ld\+json">)[^<]*/, "$1")
    .replace(/"[^"]*"/g, '""')
    .match(/<[^>]*>/g) ?? [];

const HOSTILE = [
  "</script><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</title><svg onload=alert(1)>",
  "<!--",
  "' onmouseover='alert(1)",
  "\u202Egnp.exe",
  "😀".repeat(50),
  "${1+1} $& $' {{x}}",
];

test.each(HOSTILE)(
  "shows the title %j as text and nothing else",
  async (title) => {
    const { world, beatId } = await makeListenWorld(title);
    const { text, page } = await open(world, `/listen/beats/${beatId}`);
    const plain = await makeListenWorld("Plain");
    const other = await open(plain.world, `/listen/beats/${plain.beatId}`);
    expect(tagsOf(text)).toEqual(tagsOf(other.text));
    expect(page.linkedData.name).toBe(title.replace("\u202E", ""));
    expect(page.meta("og:title")).not.toContain("\u202E");
  },
);

test("allows no script and no style but its own", async () => {
  const { world, beatId } = await makeListenWorld();
  const { response, text } = await open(world, `/listen/beats/${beatId}`);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  for (const [, content = ""] of text.matchAll(
    /<(?:style|script)>([^]*?)<\//g,
  )) {
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(content),
    );
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    expect(policy).toContain(`'sha256-${hash}'`);
  }
  expect(text).not.toMatch(/\sstyle=/);
});

test("has at most 15 kB of script", async () => {
  const { world, beatId } = await makeListenWorld();
  const { text } = await open(world, `/listen/beats/${beatId}`);
  const scripts = [...text.matchAll(/<script>([^]*?)<\/script>/g)];
  expect(scripts).toHaveLength(2);
  const script = scripts.map(([, code]) => code).join("");
  expect(script.length).toBeGreaterThan(500);
  expect(new TextEncoder().encode(script).length).toBeLessThan(15_000);
  expect(text).not.toContain("<script src");
});

test("says that a removed beat and its verses are gone, and keeps nothing that leads to them", async () => {
  const { world, producer, beatId, verseId } = await makeListenWorld();
  await producer.mutation(api.beats.remove, { beatId });
  for (const path of [`/listen/beats/${beatId}`, `/listen/verses/${verseId}`]) {
    const { response, text } = await open(world, path);
    expect(response.status).toBe(410);
    expect(text).toContain(LISTEN_TEXTS.en.removedTitle);
    expect(text).toContain('content="noindex"');
    expect(text).not.toContain("Gali");
  }
  const tombstones = await world.rows("tombstones");
  expect(tombstones).toHaveLength(2);
  const kept = JSON.stringify(tombstones);
  expect(kept).not.toContain(beatId);
  expect(kept).not.toContain(verseId);
});

test.each([
  "/listen/beats/",
  "/listen/beats/nothing",
  "/listen/beats/%",
  "/listen/beats/%00",
  "/listen/beats/..%2f..%2fetc%2fpasswd",
  "/listen/beats/<script>alert(1)</script>",
  `/listen/beats/${"x".repeat(5_000)}`,
  "/listen/verses/%E0%A4%A",
  "/listen/artists/%F0%9F%98%80",
  "/listen/artists/a/b",
  "/listen/nothing/at/all",
  "/listen/constructor/x",
])("answers %s with a page that says nothing is there", async (path) => {
  const { world } = await makeListenWorld();
  const { response, text } = await open(world, path);
  expect(response.status).toBe(404);
  expect(text).toContain(LISTEN_TEXTS.en.missingTitle);
  expect(text).not.toContain("alert(1)");
});

test("an id of another table is not a beat", async () => {
  const { world, verseId, producer } = await makeListenWorld();
  for (const id of [verseId, producer.userId]) {
    const { response } = await open(world, `/listen/beats/${id}`);
    expect(response.status).toBe(404);
  }
});

test("shows an artist with links to what they made, whatever the case of the name", async () => {
  const { world, beatId } = await makeListenWorld();
  const { response, text, page } = await open(
    world,
    "/listen/artists/CHAUKHAT",
  );
  expect(response.status).toBe(200);
  expect(page.meta("og:url")).toBe(`${ORIGIN}/listen/artists/Chaukhat`);
  expect(text).toContain(`href="/listen/beats/${beatId}"`);
  const rapper = encodeURIComponent("रात_की_चाय");
  const other = await open(world, `/listen/artists/${rapper}?lang=hi`);
  expect(other.text).toContain("/listen/verses/");
});

test("has no page for an artist who has not confirmed the address", async () => {
  const { world } = await makeListenWorld();
  const { username } = await world.join({ role: "rapper", isConfirmed: false });
  const { response } = await open(world, `/listen/artists/${username}`);
  expect(response.status).toBe(404);
});

test("has no page for a listener", async () => {
  const { world } = await makeListenWorld();
  const { username } = await world.join({ role: "listener" });
  const { response } = await open(world, `/listen/artists/${username}`);
  expect(response.status).toBe(404);
});

test("never shows an e-mail address", async () => {
  const { world, beatId } = await makeListenWorld();
  for (const path of [`/listen/beats/${beatId}`, "/listen/artists/chaukhat"]) {
    const { text } = await open(world, path);
    expect(text).not.toContain("@example.com");
  }
});

test("the page of a verse shows its published words, as text", async () => {
  const { world, rapper, beatId } = await makeListenWorld();
  const verseId = await world.publishVerse(rapper, beatId, {
    ...{ words: "<b>गली</b>\n\nlast", wordStartsMs: [0, 900] },
  });
  const path = `/listen/verses/${verseId}`;
  const { text } = await open(world, path);
  expect(text).toContain(
    '<p dir="auto" data-ms="0">&lt;b&gt;गली&lt;/b&gt;</p><p></p><p dir="auto" data-ms="900">last</p>',
  );
  expect(text).not.toContain(`<i>${LISTEN_TEXTS.en.edited}</i>`);
  await rapper.mutation(api.words.edit, { verseId, words: "other" });
  const edited = (await open(world, path)).text;
  expect(edited).toContain(`<i>${LISTEN_TEXTS.en.edited}</i>`);
  await rapper.mutation(api.words.withdraw, { verseId });
  expect((await open(world, path)).text).not.toContain('class="words"');
});

test("a claim may paste the link of a listen page", async () => {
  vi.stubEnv("CONVEX_SITE_URL", ORIGIN);
  const { world, beatId } = await makeListenWorld();
  const claim = {
    name: "Meera Iyer",
    email: "meera@example.com",
    link: `${ORIGIN}/listen/beats/${beatId}`,
    work: "My track Rain, 2019",
    proof: "https://music.example/rain",
    signature: "Meera Iyer",
  };
  await claimAs(world, world.stranger, claim);
  expect(await world.rows("cases")).toMatchObject([{ subjectId: beatId }]);
  await world.settle();
});

test("links that stay on the host name none, so that they work on a local network", async () => {
  vi.stubEnv("SITE_URL", ORIGIN);
  const { world, beatId } = await makeListenWorld();
  const { text } = await open(world, `/listen/beats/${beatId}`);
  expect(text).toContain('<a class="brand" href="/">');
  expect(text).toContain(`href="/beats/${beatId}"`);
  expect(text).not.toMatch(/<a [^>]*href="https?:/);
  expect(text).toContain('url("/fonts/');
});

test.each([".", ")", ",", "%20", "%E0%A5%A4"])(
  "a link followed by %s leads to the page that it means",
  async (end) => {
    const { world, beatId, verseId } = await makeListenWorld();
    for (const path of [`beats/${beatId}`, `verses/${verseId}`]) {
      const sent = `/listen/${path}${end}?lang=hi`;
      const { response } = await open(world, sent);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toBe(`/listen/${path}?lang=hi`);
    }
  },
);

test("the page of a verse leads to what it answers, to its answers and to answering it", async () => {
  const { world, rapper, beatId, verseId } = await makeListenWorld();
  const other = await world.join({ role: "rapper", username: "Meena" });
  const answers: string[] = [];
  for (let n = 0; n < 6; n++) {
    const taken = { answersId: verseId };
    answers.push(await world.publishVerse(other, beatId, taken));
  }
  const answered = await open(world, `/listen/verses/${verseId}`);
  const next = encodeURIComponent(`/beats/${beatId}?answer=${verseId}`);
  expect(answered.text).toContain(`href="${SITE}/signup?next=${next}"`);
  expect(answered.text).toContain(LISTEN_TEXTS.en.answer);
  const links = answers.map((id) => `href="/listen/verses/${id}"`);
  const shown = links.map((link) => answered.text.includes(link));
  expect(shown).toEqual([true, true, true, true, true, false]);

  const path = `/listen/verses/${answers[0]}`;
  const answer = await open(world, path);
  expect(answer.text.replace(/\s+/g, " ")).toContain(
    `answers <a href="/listen/verses/${verseId}"><bdi>रात_की_चाय</bdi></a>`,
  );
  const hindi = await open(world, `${path}?lang=hi`);
  expect(hindi.text.replace(/\s+/g, " ")).toContain("</a> को जवाब");
  await rapper.mutation(api.verses.remove, { verseId });
  const alone = await open(world, path);
  expect(alone.text).toContain(LISTEN_TEXTS.en.answersDeleted);
});

test("a full beat offers no answer", async () => {
  const { world, rapper, beatId, verseId } = await makeListenWorld();
  for (let n = 1; n < 10; n++) await world.publishVerse(rapper, beatId);
  const page = await open(world, `/listen/verses/${verseId}`);
  expect(page.text).not.toContain(LISTEN_TEXTS.en.answer);
});
