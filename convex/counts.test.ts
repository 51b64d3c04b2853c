import * as fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { makeWorld, type Person } from "./testing/test.world";

type FullWorld = Awaited<ReturnType<typeof makeWorld>>;

const ACTS = [
  "beat",
  "verse",
  "vote",
  "vote",
  "unvote",
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
  if (step.act === "vote" || step.act === "unvote") {
    const contentType = step.isVerse ? ("verse" as const) : ("beat" as const);
    const contentId = step.isVerse ? verse?._id : beat?._id;
    const voted = step.act === "vote";
    if (!contentId) return;
    const vote = { contentType, contentId, voted };
    await listeners[step.who]?.mutation(api.votes.set, vote);
  }
  if (step.act === "removeBeat" && beat) {
    const owner = ownerOf(world, beat.producerId);
    await owner.mutation(api.beats.remove, { beatId: beat._id });
  }
  if (step.act === "removeVerse" && verse) {
    const owner = ownerOf(world, verse.rapperId);
    await owner.mutation(api.verses.remove, { verseId: verse._id });
  }
}

function ownerOf(world: FullWorld, userId: Id<"users">): Person {
  const people = [world.asProducer, world.asBoth, world.asRapper];
  const owner = people.find((person) => person.userId === userId);
  if (!owner) throw new Error("made by nobody");
  return owner;
}

async function expectCountsRight(world: FullWorld) {
  const [beats, verses, votes] = await Promise.all([
    world.rows("beats"),
    world.rows("verses"),
    world.rows("votes"),
  ]);
  for (const item of [...beats, ...verses]) {
    const received = votes.filter(({ contentId }) => contentId === item._id);
    expect(item.voteCount).toBe(received.length);
  }
  for (const beat of beats) {
    const on = verses.filter(({ beatId }) => beatId === beat._id);
    expect(beat.verseCount).toBe(on.length);
  }
  const ids = new Set<string>([...beats, ...verses].map(({ _id }) => _id));
  expect(votes.every(({ contentId }) => ids.has(contentId))).toBe(true);
  await expectListsRight(world);
  await expectStatsRight(world);
  await expectFilesRight(world);
}

async function expectListsRight(world: FullWorld) {
  const expected = new Map<string, number>();
  const add = (list: string) =>
    expected.set(list, (expected.get(list) ?? 0) + 1);
  for (const { genre, state, producerId } of await world.rows("beats")) {
    for (const g of ["*", genre]) {
      for (const s of ["*", state]) add(`beats/genre=${g}/state=${s}`);
    }
    add(`beats/producer=${producerId}`);
  }
  for (const { rapperId } of await world.rows("verses")) {
    add("verses");
    add(`verses/rapper=${rapperId}`);
  }
  const kept = (await world.rows("listTotals")).filter(
    ({ count }) => count !== 0,
  );
  expect(new Map(kept.map(({ list, count }) => [list, count]))).toEqual(
    expected,
  );
}

async function expectStatsRight(world: FullWorld) {
  const beats = await world.rows("beats");
  const verses = await world.rows("verses");
  for (const { userId } of [world.asProducer, world.asBoth, world.asRapper]) {
    const made = beats.filter(({ producerId }) => producerId === userId);
    const rapped = verses.filter(({ rapperId }) => rapperId === userId);
    const likes = [...made, ...rapped].map(({ voteCount }) => voteCount);
    expect(await world.stranger.query(api.stats.get, { userId })).toEqual({
      totalBeats: made.length,
      totalVerses: rapped.length,
      totalLikes: likes.reduce((sum, count) => sum + count, 0),
    });
  }
}

async function expectFilesRight(world: FullWorld) {
  const items = [
    ...(await world.rows("beats")),
    ...(await world.rows("verses")),
  ];
  const used = items.map(({ storageId }) => storageId).sort();
  const stored = await world.storedFiles();
  expect(stored.map(({ _id }) => _id).sort()).toEqual(used);
  const files = await world.rows("files");
  expect(files.map(({ storageId }) => storageId).sort()).toEqual(used);
  const waveforms = await world.rows("waveforms");
  const ids = items.map(({ _id }) => _id as string);
  expect(waveforms.map(({ contentId }) => contentId as string).sort()).toEqual(
    ids.sort(),
  );
}
