/**
 * Fifty accounts answer one person as often as possible, beyond the limits of
 * publishing.
 */
import { env } from "node:process";
import { expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { ring } from "../model/circle/rings";
import type { WriteCtx } from "../model/contexts";
import { LIMITS } from "../shared/rateLimits";
import { MAX_RINGS, MOST_UNREAD } from "../shared/rings";
import { recordRows } from "./test.recordRows";
import { makeWorld, type PeopledWorld, type Person } from "./test.world";

/** The number of events. Set BELL_EVENTS=10000 to make more. */
const EVENTS = Number(env.BELL_EVENTS ?? 1_000);
const EVENTS_PER_CALL = 250;
const ATTACKERS = 50;
/** More than a bell keeps rows. */
const VERSES = 120;

type UserId = Id<"users">;

/** Gives a rapper many verses, which are copies of a single one. */
async function makeVerses(world: PeopledWorld, rapper: Person) {
  const beatId = await world.publishBeat(world.asProducer);
  const first = await world.publishVerse(rapper, beatId);
  return world.t.run(async ({ db }) => {
    const verse = await db.get("verses", first);
    if (verse === null) throw new Error("There is no verse.");
    const { _id, _creationTime, ...fields } = verse;
    const ids = [_id];
    while (ids.length < VERSES) ids.push(await db.insert("verses", fields));
    return ids;
  });
}

interface Answer {
  subjectId: Id<"verses">;
  actorId: UserId;
}

/** Answers as `verses.create` does, and returns who has changed the bell. */
const answerAll = (
  world: PeopledWorld,
  { userId }: Person,
  answers: readonly Answer[],
): Promise<UserId[]> =>
  world.t.run(async ({ db }) => {
    const rung: UserId[] = [];
    const note = (table: string, { actorId }: Partial<Doc<"bell">>) => {
      if (table === "bell" && actorId) rung.push(actorId);
    };
    const noting = {
      ...db,
      insert: (table: "bell", row: Doc<"bell">) => {
        note(table, row);
        return db.insert(table, row);
      },
      patch: (table: "bell", id: Id<"bell">, fields: Partial<Doc<"bell">>) => {
        note(table, fields);
        return db.patch(table, id, fields);
      },
    };
    const scheduler = { runAfter: () => Promise.resolve() }; // a test's ctx has no scheduler
    const ctx = { db: noting, scheduler } as unknown as WriteCtx;
    for (const answer of answers)
      await ring(ctx, { userId, kind: "answer", ...answer });
    return rung;
  });

test("answers without end by fifty accounts ring ten times for each, and keep a hundred rows", async () => {
  const world = await makeWorld();
  const { asRapper: victim } = world;
  const verseIds = await makeVerses(world, victim);
  const attackers: Person[] = [];
  while (attackers.length < ATTACKERS)
    attackers.push(await world.join({ role: "rapper" }));
  const answers = Array.from({ length: EVENTS }, (_, n) => ({
    actorId: attackers[n % ATTACKERS]!.userId, // both lists are that long
    subjectId: verseIds[(n * 7) % VERSES]!,
  }));
  const rings = new Map<UserId, number>();
  let most = 0;
  for (let from = 0; from < EVENTS; from += EVENTS_PER_CALL) {
    const some = answers.slice(from, from + EVENTS_PER_CALL);
    for (const by of await answerAll(world, victim, some))
      rings.set(by, (rings.get(by) ?? 0) + 1);
    await world.t.mutation(internal.bell.trim, { userId: victim.userId });
    const { rings: listed } = await victim.query(api.bell.list, {
      count: 1_000,
    });
    most = Math.max(most, listed.length);
  }
  expect(most).toBe(MAX_RINGS);
  const rows = await world.rows("bell");
  const own = rows.filter(({ userId }) => userId === victim.userId);
  expect(own.length).toBeLessThanOrEqual(MAX_RINGS);
  expect(rings.size).toBe(ATTACKERS);
  for (const count of rings.values()) expect(count).toBe(LIMITS.ring.account);
});

test("a full bell costs its badge ten rows, and its owner sees '9+'", async () => {
  const world = await makeWorld();
  const { asRapper: victim } = world;
  const verseIds = await makeVerses(world, victim);
  const { userId: actorId } = await world.join({ role: "rapper" });
  await world.t.run(async ({ db }) => {
    const row = { userId: victim.userId, kind: "answer" as const, actorId };
    for (const [at, subjectId] of verseIds.slice(0, MAX_RINGS).entries())
      await db.insert("bell", {
        ...row,
        subjectId,
        count: 1,
        at,
        readAt: null,
      });
  });
  let badge = 0;
  const { reads } = await recordRows(async () => {
    badge = await victim.query(api.bell.unread, {});
  });
  expect(badge).toBe(MOST_UNREAD);
  const rows = await world.rows("bell");
  const own = rows.filter(({ userId }) => userId === victim.userId);
  expect(own).toHaveLength(MAX_RINGS);
  const read = own.filter(({ _id }) => reads.includes(_id));
  expect(read).toHaveLength(MOST_UNREAD);
});

test("what rings one person touches nothing that a ring of others reads or writes", async () => {
  const world = await makeWorld();
  const { asRapper: victim, asBoth: bystander } = world;
  const [attacked] = await makeVerses(world, victim);
  const [other] = await makeVerses(world, bystander);
  if (!attacked || !other) throw new Error("There are no verses.");
  const attacker = await world.join({ role: "rapper" });
  const friend = await world.join({ role: "rapper" });
  const ringing = (
    person: Person,
    subjectId: Id<"verses">,
    { userId: actorId }: Person,
  ) => recordRows(() => answerAll(world, person, [{ subjectId, actorId }]));
  const attack = await ringing(victim, attacked, attacker);
  const quiet = await ringing(bystander, other, friend);
  expect(attack.writes.length).toBeGreaterThan(0);
  const used = new Set([...quiet.reads, ...quiet.writes]);
  expect(attack.writes.filter((row) => used.has(row))).toEqual([]);
});
