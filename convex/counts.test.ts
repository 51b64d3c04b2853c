import * as fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import { countVote } from "./model/content/voteCounts";
import { foldAll, foldNext } from "./testing/test.folds";
import { miscounts } from "./testing/test.recount";
import { makeWorld, type Person } from "./testing/test.world";

type FullWorld = Awaited<ReturnType<typeof makeWorld>>;

const ACTS = [
  "beat",
  "verse",
  "answer",
  "vote",
  "vote",
  "vote",
  "unvote",
  "withdraw",
  "fold",
  "rest",
  "removeBeat",
  "removeVerse",
] as const;

const step = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat(1),
  which: fc.nat(),
  isVerse: fc.boolean(),
  genre: fc.constantFrom("Trap", "Drill"),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("every stored count matches the rows after any sequence of actions", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 25, maxLength: 40 }),
      async (steps) => {
        const world = await makeWorld();
        const second = await world.join({ role: "listener" });
        for (const one of steps)
          await take(world, [world.asListener, second], one);
        await expectShownRight(world);
        await foldAll(world);
        // Jobs that deletions have scheduled are done by then.
        await world.settle();
        await expectCountsRight(world);
      },
    ),
    { numRuns: 8, seed: 97, endOnFailure: true },
  );
});

async function take(world: FullWorld, listeners: Person[], step: Step) {
  const beats = await world.rows("beats");
  const verses = await world.rows("verses");
  const beat = beats[step.which % beats.length];
  const verse = verses[step.which % verses.length];
  const author = step.who === 0 ? world.asProducer : world.asBoth;
  const rapper = step.who === 0 ? world.asRapper : world.asBoth;
  if (step.act === "beat")
    await world.publishBeat(author, { genre: step.genre });
  if (step.act === "verse" && beat && beat.verseCount < beat.versesLimit) {
    await world.publishVerse(rapper, beat._id);
  }
  if (step.act === "answer" && verse) await answer(world, rapper, verse);
  if (step.act === "vote" || step.act === "unvote") {
    const contentType = step.isVerse ? ("verse" as const) : ("beat" as const);
    const contentId = step.isVerse ? verse?._id : beat?._id;
    const voted = step.act === "vote";
    if (!contentId) return;
    const vote = { contentType, contentId, voted };
    await listeners[step.who]?.mutation(api.votes.set, vote);
  }
  if (step.act === "withdraw") await withdrawOne(world, step.which);
  if (step.act === "fold") await foldNext(world, step.which);
  if (step.act === "rest") await rest(world);
  if (step.act === "removeBeat" && beat) {
    const owner = ownerOf(world, beat.producerId);
    await owner.mutation(api.beats.remove, { beatId: beat._id });
  }
  if (step.act === "removeVerse" && verse) {
    const owner = ownerOf(world, verse.rapperId);
    await owner.mutation(api.verses.remove, { verseId: verse._id });
  }
}

/**
 * Publishes an answer, unless the beat is full or the verse is the rapper's
 * own.
 */
async function answer(world: FullWorld, rapper: Person, verse: Doc<"verses">) {
  const { beatId, _id: answersId } = verse;
  const beat = await world.stranger.query(api.beats.get, { beatId });
  if (!beat || beat.verseCount >= beat.versesLimit) return;
  if (verse.rapperId === rapper.userId) return;
  await world.publishVerse(rapper, beatId, { answersId });
}

/** Withdraws a vote, as the removal of an account does. */
const withdrawOne = (world: FullWorld, which: number) =>
  world.t.run(async (ctx) => {
    const votes = await ctx.db.query("votes").collect();
    const vote = votes[which % votes.length];
    const beats = await ctx.db.query("beats").collect();
    const verses = await ctx.db.query("verses").collect();
    const items = [...beats, ...verses];
    const item = items.find(({ _id }) => _id === vote?.contentId);
    if (!vote || !item) return;
    await ctx.db.delete("votes", vote._id);
    await countVote(ctx, item, -1);
  });

/**
 * Makes every beat quiet again unless votes on it are in shards, as a few
 * seconds without votes do.
 */
const rest = (world: FullWorld) =>
  world.t.run(async ({ db }) => {
    for (const { _id } of await db.query("beats").collect())
      await db.patch("beats", _id, { countedAt: 0 });
  });

function ownerOf(world: FullWorld, userId: Id<"users">): Person {
  const people = [world.asProducer, world.asBoth, world.asRapper];
  const owner = people.find((person) => person.userId === userId);
  if (!owner) throw new Error("made by nobody");
  return owner;
}

/**
 * Expects that people see every vote, even those that no fold has added yet.
 */
async function expectShownRight(world: FullWorld) {
  const votes = await world.rows("votes");
  const received = (id: string) =>
    votes.filter(({ contentId }) => contentId === id).length;
  for (const { _id: beatId } of await world.rows("beats")) {
    const beat = await world.stranger.query(api.beats.get, { beatId });
    expect(beat?.voteCount).toBe(received(beatId));
    const verses = await world.stranger.query(api.verses.listByBeat, {
      beatId,
    });
    for (const { id, voteCount } of verses)
      expect(voteCount).toBe(received(id));
  }
  await expectStatsRight(world);
}

async function expectCountsRight(world: FullWorld) {
  expect(await miscounts(world)).toEqual([]);
  await expectRanksRight(world);
  await expectStatsRight(world);
  await expectFilesRight(world);
}

async function expectRanksRight(world: FullWorld) {
  const beats = await world.rows("beats");
  const ranked = [...beats].sort(
    (a, b) => b.voteCount - a.voteCount || b.createdAt - a.createdAt,
  );
  const all = { genre: null, state: null, page: 1 };
  const popular = { ...all, sort: "popular" as const };
  const { items } = await world.stranger.query(api.beats.list, popular);
  const first = ranked.slice(0, items.length);
  expect(items.map(({ id }) => id)).toEqual(first.map(({ _id }) => _id));
}

async function expectStatsRight(world: FullWorld) {
  const beats = await world.rows("beats");
  const verses = await world.rows("verses");
  const votes = await world.rows("votes");
  for (const { userId } of [world.asProducer, world.asBoth, world.asRapper]) {
    const made = beats.filter(({ producerId }) => producerId === userId);
    const rapped = verses.filter(({ rapperId }) => rapperId === userId);
    const ids = new Set<string>([...made, ...rapped].map(({ _id }) => _id));
    const likes = votes.filter(({ contentId }) => ids.has(contentId));
    expect(await world.stranger.query(api.stats.get, { userId })).toEqual({
      totalBeats: made.length,
      totalVerses: rapped.length,
      totalLikes: likes.length,
    });
  }
}

async function expectFilesRight(world: FullWorld) {
  const items = [
    ...(await world.rows("beats")),
    ...(await world.rows("verses")),
  ];
  // If a producer deletes a beat, the files of other people's verses are kept.
  const kept = await world.rows("keptVerses");
  const filesOf = (rows: readonly { storageId: string }[]) =>
    rows.map(({ storageId }) => storageId).sort();
  const stored = await world.storedFiles();
  expect(stored.map(({ _id }) => _id as string).sort()).toEqual(
    filesOf([...items, ...kept]),
  );
  expect(filesOf(await world.rows("files"))).toEqual(filesOf(items));
}
