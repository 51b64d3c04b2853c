import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveTombstone } from "./model/content/tombstones";
import { makeListenWorld, open, ORIGIN } from "./testing/test.listenPages";

beforeEach(() => vi.stubEnv("SITE_URL", "https://gully.example"));
afterEach(() => vi.unstubAllEnvs());

test("a cypher has its verses in order, each with a player, and its beat's picture", async () => {
  const { world, beatId, verseId } = await makeListenWorld();
  const beat = (await world.rows("beats")).find(({ _id }) => _id === beatId);
  if (!beat) throw new Error("no beat");
  const cypherId = await world.t.run(async ({ db }) => {
    const id = await db.insert("cyphers", {
      ...{ beatId, hostId: beat.producerId, bars: 8, status: "open" },
      ...{ endReason: null, endedAt: null, turnNo: 1, micUserId: null },
      ...{ micDueAt: null, micSendingUntil: null, micJobId: null },
      ...{
        isLatenessGiven: false,
        idleJobId: null,
        lastRapperId: null,
        nextStartBar: 1,
      },
      ...{ verseCount: 1, createdAt: 1 },
    });
    await db.patch("verses", verseId, { cypherId: id });
    return id;
  });
  const { response, page, text } = await open(
    world,
    `/listen/cyphers/${cypherId}`,
  );
  expect(response.status).toBe(200);
  expect(page.meta("og:title")).toBe(
    "Cypher on &quot;Gali No. 4&quot; by Chaukhat: 1 verse",
  );
  expect(page.meta("og:image")).toBe(
    `${ORIGIN}/listen/beats/${beatId}/preview.png`,
  );
  expect(page.meta("description")).toBe("One beat, one mic: रात_की_चाय.");
  expect(text).toMatch(/<audio controls preload="none" src="[^"]+"/);
  expect(text).toContain(`next=${encodeURIComponent(`/cyphers/${cypherId}`)}`);
  await world.t.run(async ({ db }) => {
    await db.patch("verses", verseId, { cypherId: undefined });
    await db.patch("cyphers", cypherId, { verseCount: 0 });
  });
  const empty = await open(world, `/listen/cyphers/${cypherId}`);
  expect(empty.page.meta("og:title")).toBe(
    "Cypher on &quot;Gali No. 4&quot; by Chaukhat",
  );
  // Before the first verse, its beat can be heard.
  expect(text).not.toContain('id="player"');
  expect(empty.text).toMatch(/<div id="player"[^>]* data-title="Gali No. 4"/);
  const media = /<audio preload="none" src="([^"]+)"/.exec(empty.text)?.[1];
  expect(empty.response.headers.get("Content-Security-Policy")).toContain(
    `media-src 'self' ${new URL(media ?? "").origin}`,
  );
  await world.t.run(({ db }) =>
    db.patch("cyphers", cypherId, {
      ...{ status: "announced", pace: "live" },
      startsAt: Date.parse("2026-12-04T21:00:00+05:30"),
    }),
  );
  const ahead = await open(world, `/listen/cyphers/${cypherId}`);
  expect(ahead.page.meta("og:title")).toBe(
    "Cypher on &quot;Gali No. 4&quot; by Chaukhat: Friday 4 December, 9:00 pm IST",
  );
  expect(ahead.text).toContain(">Get in line</a>");
  expect(ahead.text).not.toContain(">LIVE<");
  expect(ahead.text).toContain(
    `next=${encodeURIComponent(`/cyphers/${cypherId}`)}`,
  );
  await world.t.run(({ db }) =>
    db.patch("cyphers", cypherId, { status: "open" }),
  );
  const live = await open(world, `/listen/cyphers/${cypherId}`);
  expect(live.text).toContain('<p class="live">LIVE</p>');
  expect(live.text).toContain("A live cypher: a line, three minutes each.");
  const unknown = await open(world, "/listen/cyphers/nothing");
  expect(unknown.response.status).toBe(404);
  await world.t.run(({ db }) => leaveTombstone({ db } as never, cypherId));
  await world.t.run(({ db }) => db.delete("cyphers", cypherId));
  const gone = await open(world, `/listen/cyphers/${cypherId}`);
  expect(gone.response.status).toBe(410);
});
