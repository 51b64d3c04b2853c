import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import {
  expectRefusal,
  makeWorld,
  type Client,
  type Person,
  type World,
} from "../../testing/test.world";
import type { Sort } from "../../shared/validators";
import { addBeatToLists } from "./beatLists";
import { popularityOf } from "./popularityOf";

/** Inserts beats as an upload would, without the files. */
async function seedBeats(world: World, producer: Person, count: number) {
  const storageId = await world.uploadBytes(new Uint8Array(1));
  await world.t.run(async (ctx) => {
    for (let n = 0; n < count; n++) {
      const createdAt = 1_700_000_000_000 + n;
      const voteCount = (n * 7) % 5;
      const beatId = await ctx.db.insert("beats", {
        producerId: producer.userId,
        title: `beat ${n}`,
        genre: n % 2 === 0 ? "Trap" : "Drill",
        bpm: 90,
        tags: [],
        state: n % 3 === 0 ? "Goa" : "Delhi",
        isPublic: true,
        versesLimit: 10,
        verseCount: 0,
        voteCount,
        popularity: popularityOf(voteCount, createdAt),
        storageId,
        durationMs: 1000,
        createdAt,
        updatedAt: createdAt,
      });
      const beat = await ctx.db.get("beats", beatId);
      if (beat) await addBeatToLists(ctx, beat);
    }
  });
}

const list = (
  client: Client,
  page: number,
  sort: Sort = "recent",
  genre: string | null = null,
  state: string | null = null,
) => client.query(api.beats.list, { sort, genre, state, page });

async function readAll(client: Client, ...filter: [Sort?, string?, string?]) {
  const ids: Id<"beats">[] = [];
  const first = await list(client, 1, ...filter);
  for (let page = 1; page <= first.pageCount; page++) {
    const { items } = await list(client, page, ...filter);
    ids.push(...items.map(({ id }) => id));
  }
  return { ids, total: first.total };
}

test("a page has three items, newest first; a page past the end is the last one", async () => {
  const world = await makeWorld();
  await seedBeats(world, world.asProducer, 7);
  const titles = async (page: number) => {
    const answer = await list(world.stranger, page);
    expect(answer).toMatchObject({ pageCount: 3, total: 7 });
    return [answer.page, ...answer.items.map(({ title }) => title)];
  };
  expect(await titles(1)).toEqual([1, "beat 6", "beat 5", "beat 4"]);
  expect(await titles(3)).toEqual([3, "beat 0"]);
  expect(await titles(99)).toEqual([3, "beat 0"]);
  expect(await titles(1_000_000)).toEqual([3, "beat 0"]);
});

test.each([0, -0, -5, 1.000001, 2.7, 1_000_001, 2 ** 60, NaN, Infinity])(
  "refuses page %d in any list",
  async (page) => {
    const { stranger, asProducer } = await makeWorld();
    const verses = { sort: "recent" as const, page };
    const ofProducer = { userId: asProducer.userId, page };
    const ofNobody = { userId: "garbage", page };
    for (const attempt of [
      () => list(stranger, page),
      () => list(stranger, page, "popular", "No genre"),
      () => stranger.query(api.verses.list, verses),
      () => stranger.query(api.beats.listByProducer, ofProducer),
      () => stranger.query(api.verses.listByRapper, ofNobody),
    ]) {
      await expectRefusal(attempt(), "PAGE_INVALID");
    }
  },
);

test("an empty list is one empty page, for any filter", async () => {
  const { stranger } = await makeWorld();
  const nothing = { items: [], page: 1, pageCount: 0, total: 0 };
  expect(await list(stranger, 4)).toEqual(nothing);
  expect(await list(stranger, 1, "popular", "No genre", "No state")).toEqual(
    nothing,
  );
  const page = { userId: "garbage", page: 1 };
  expect(await stranger.query(api.beats.listByProducer, page)).toEqual(nothing);
  expect(await stranger.query(api.verses.listByRapper, page)).toEqual(nothing);
  const verses = { sort: "recent" as const, page: 1 };
  expect(await stranger.query(api.verses.list, verses)).toEqual(nothing);
});

test("the pages of a long list hold each beat once, in order, for every sort and filter", async () => {
  const world = await makeWorld();
  await seedBeats(world, world.asProducer, 210);
  const beats = await world.rows("beats");
  const filters = [
    [],
    ["Trap"],
    [undefined, "Goa"],
    ["Drill", "Delhi"],
  ] as const;
  for (const [genre, state] of filters) {
    const wanted = beats.filter(
      (beat) =>
        (genre === undefined || beat.genre === genre) &&
        (state === undefined || beat.state === state),
    );
    const newest = wanted.toSorted((a, b) => b.createdAt - a.createdAt);
    const recent = await readAll(world.stranger, "recent", genre, state);
    expect(recent.ids).toEqual(newest.map(({ _id }) => _id));
    expect(recent.total).toBe(wanted.length);
    const popular = await readAll(world.stranger, "popular", genre, state);
    const liked = newest.toSorted((a, b) => b.voteCount - a.voteCount);
    expect(popular.ids).toEqual(liked.map(({ _id }) => _id));
  }
  expect((await world.rows("landmarks")).length).toBeGreaterThan(0);
});

test("the pages of a producer or rapper hold only their own work", async () => {
  const world = await makeWorld();
  const { asProducer, asBoth, asRapper, stranger } = world;
  await world.publishBeat(asProducer, { title: "mine" });
  const beatId = await world.publishBeat(asBoth, { title: "theirs" });
  await world.publishVerse(asRapper, beatId);
  await world.publishVerse(asBoth, beatId);
  const beats = await stranger.query(api.beats.listByProducer, {
    userId: asProducer.userId,
    page: 1,
  });
  expect(beats.items.map(({ title }) => title)).toEqual(["mine"]);
  const verses = await stranger.query(api.verses.listByRapper, {
    userId: asRapper.userId,
    page: 1,
  });
  expect(verses.items.map(({ rapper }) => rapper.username)).toEqual(["rapper"]);
});

test("verses are listed newest first, or by votes", async () => {
  const world = await makeWorld();
  const { asBoth, asListener, stranger } = world;
  const beatId = await world.publishBeat(asBoth);
  const first = await world.publishVerse(asBoth, beatId);
  const second = await world.publishVerse(asBoth, beatId);
  const ref = { contentType: "verse" as const, contentId: first };
  await asListener.mutation(api.votes.set, { ...ref, voted: true });
  const ids = async (sort: Sort) =>
    (await stranger.query(api.verses.list, { sort, page: 1 })).items.map(
      ({ id }) => id,
    );
  expect(await ids("recent")).toEqual([second, first]);
  expect(await ids("popular")).toEqual([first, second]);
});
