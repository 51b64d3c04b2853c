import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { setAuthKeys } from "./testing/test.authKeys";
import {
  joinWithPassword,
  leave,
  passSevenDays,
  removeAllDue,
} from "./testing/test.leaver";
import { findTraces } from "./testing/test.traces";
import {
  expectRefusal,
  makeWorld,
  type PeopledWorld,
  type Person,
} from "./testing/test.world";

let world: PeopledWorld;
let beatId: Id<"beats">;
/** A verse of the rapper. */
let verseId: Id<"verses">;

beforeEach(async () => {
  await setAuthKeys();
  world = await makeWorld();
  beatId = await world.publishBeat(world.asProducer);
  verseId = await world.publishVerse(world.asRapper, beatId);
});

afterEach(() => vi.unstubAllEnvs());

const answer = (person: Person, answersId: Id<"verses">, on = beatId) =>
  world.publishVerse(person, on, { answersId });

const cardOf = async (id: Id<"verses">) => {
  const cards = await world.stranger.query(api.verses.listByBeat, { beatId });
  return cards.find((card) => card.id === id);
};

const block = (person: Person, { userId }: Person) =>
  person.mutation(api.safety.setBlocked, { userId, isBlocked: true });

const rapper = () => ({ userId: world.asRapper.userId, username: "rapper" });

test("both cards show an answer, and the answered one links to the first", async () => {
  expect(await cardOf(verseId)).toMatchObject({
    ...{ answers: null, answerCount: 0, firstAnswerId: null },
  });
  const first = await answer(world.asBoth, verseId);
  const second = await answer(world.asBoth, verseId);
  for (const id of [first, second])
    expect((await cardOf(id))?.answers).toEqual({
      ...{ verseId, rapper: rapper() },
    });
  expect(await cardOf(verseId)).toMatchObject({
    ...{ answerCount: 2, firstAnswerId: first },
  });
});

test("a verse keeps the bars that it was recorded over", async () => {
  const section = { startBar: 5, bars: 8, atMs: 120, endMs: 9_000 };
  const id = await world.publishVerse(world.asBoth, beatId, { section });
  expect((await cardOf(id))?.section).toEqual(section);
  expect((await cardOf(verseId))?.section).toBeNull();
});

const bars = { startBar: 1, bars: 8, atMs: 0, endMs: 9_000 };

test.each([
  { ...bars, startBar: 0 },
  { ...bars, bars: 0 },
  { ...bars, startBar: 1.5 },
  { ...bars, bars: NaN },
  { ...bars, bars: 1e9 },
  { ...bars, atMs: -1 },
  { ...bars, endMs: 0 },
  { ...bars, endMs: NaN },
  { ...bars, endMs: 1e9 },
])(
  "a take is published without the bars %o, which do not exist",
  async (section) => {
    const id = await world.publishVerse(world.asBoth, beatId, { section });
    expect((await cardOf(id))?.section).toBeNull();
  },
);

test("nobody answers their own verse", async () => {
  await expectRefusal(answer(world.asRapper, verseId), "ANSWER_SELF");
  expect(await world.rows("verses")).toHaveLength(1);
});

test("an answer is on the beat of the verse that it answers", async () => {
  const other = await world.publishBeat(world.asProducer);
  const attempt = answer(world.asBoth, verseId, other);
  await expectRefusal(attempt, "VERSE_NOT_FOUND");
  expect(await world.rows("verses")).toHaveLength(1);
});

test.each(["rapper", "answering"] as const)(
  "a block by the %s keeps the two from answering each other",
  async (by) => {
    const { asRapper, asBoth } = world;
    const pair: [Person, Person] =
      by === "rapper" ? [asRapper, asBoth] : [asBoth, asRapper];
    await block(...pair);
    await expectRefusal(answer(asBoth, verseId), "APART");
    expect(await cardOf(verseId)).toMatchObject({ answerCount: 0 });
    await world.publishVerse(asBoth, beatId); // an ordinary verse is allowed
  },
);

test("a take whose answered verse is gone is published without answering", async () => {
  await world.asRapper.mutation(api.verses.remove, { verseId });
  const id = await answer(world.asBoth, verseId);
  expect(await cardOf(id)).toMatchObject({ answers: null });
});

test("the answers of a deleted verse say so, and the chain around it stands", async () => {
  const middle = await answer(world.asBoth, verseId);
  const later = await answer(world.asBoth, verseId);
  const last = await answer(world.asRapper, middle);
  await world.asBoth.mutation(api.verses.remove, { verseId: middle });
  expect((await cardOf(last))?.answers).toEqual({
    ...{ verseId: null, rapper: null },
  });
  expect(await cardOf(verseId)).toMatchObject({
    ...{ answerCount: 1, firstAnswerId: later },
  });
  await world.asBoth.mutation(api.verses.remove, { verseId: later });
  expect(await cardOf(verseId)).toMatchObject({
    ...{ answerCount: 0, firstAnswerId: null },
  });
});

test("a verse with the most answers that a beat has room for is deleted at once", async () => {
  const versesCount = 20;
  await world.asProducer.mutation(api.beats.setVersesLimit, {
    ...{ beatId, versesCount },
  });
  for (let n = 1; n < versesCount; n++) await answer(world.asBoth, verseId);
  await world.asRapper.mutation(api.verses.remove, { verseId });
  const left = await world.rows("verses");
  expect(left).toHaveLength(19);
  expect(left.every(({ answersRapperId }) => answersRapperId === null)).toBe(
    true,
  );
});

test("a beat goes with all verses of its chains", async () => {
  const middle = await answer(world.asBoth, verseId);
  await answer(world.asRapper, middle);
  await world.asProducer.mutation(api.beats.remove, { beatId });
  expect(await world.rows("verses")).toEqual([]);
});

test("nothing in an answer leads to an account that was deleted", async () => {
  const options = { role: "rapper", username: "vanishing" } as const;
  const leaver = await joinWithPassword(world, options);
  const theirs = await answer(leaver, verseId);
  const reply = await answer(world.asBoth, theirs);
  await leave(leaver);
  await passSevenDays(world);
  await removeAllDue(world);
  await world.settle();
  expect(await findTraces(world, [leaver.userId, theirs])).toEqual([]);
  expect((await cardOf(reply))?.answers).toEqual({
    ...{ verseId: null, rapper: null },
  });
  expect(await cardOf(verseId)).toMatchObject({ answerCount: 0 });
});

test("the export of an account says what its verses answer", async () => {
  const { asBoth } = world;
  const section = { startBar: 9, bars: 16, atMs: 0, endMs: 9_000 };
  const fields = { answersId: verseId, section };
  await world.publishVerse(asBoth, beatId, fields);
  const page = await asBoth.query(api.exports.page, {
    ...{ table: "verses", cursor: null },
  });
  const cells = page?.items[0]?.cells ?? [];
  const row = Object.fromEntries(
    page?.columns.map((column, index) => [column, cells[index]]) ?? [],
  );
  expect(row).toMatchObject({
    ...{ startBar: 9, bars: 16, answers: 0 },
    ...{ answersVerseId: verseId, answersRapper: "rapper" },
  });
});

const answerable = (person: Pick<Person, "query">, ids: string[] = [verseId]) =>
  person.query(api.verses.answerable, { verseIds: ids });

test("who may record may answer others on a beat with room", async () => {
  const { asRapper, asBoth, stranger } = world;
  const own = await world.publishVerse(asBoth, beatId);
  const ids = [verseId, own, "nothing", beatId];
  expect(await answerable(asBoth, ids)).toEqual([verseId]);
  expect(await answerable(asRapper, ids)).toEqual([own]);
  for (const person of [
    ...[world.asProducer, world.asListener],
    ...[world.asUnconfirmed, world.asNameless, stranger],
  ])
    expect(await answerable(person, ids)).toEqual([]);
});

test("nobody is offered an answer on a full beat", async () => {
  for (let n = 1; n < 10; n++) await answer(world.asBoth, verseId);
  expect(await answerable(world.asBoth)).toEqual([]);
});

test.each(["asRapper", "asProducer"] as const)(
  "nobody is offered an answer across a block by %s",
  async (who) => {
    await block(world[who], world.asBoth);
    expect(await answerable(world.asBoth)).toEqual([]);
  },
);

test("nobody is offered an answer to somebody whom they blocked", async () => {
  await block(world.asBoth, world.asRapper);
  expect(await answerable(world.asBoth)).toEqual([]);
});
