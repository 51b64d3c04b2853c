import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { DAY_MS, MINUTE_MS } from "./shared/limits";
import { exportedRows } from "./testing/test.exports";
import { setAuthKeys } from "./testing/test.authKeys";
import {
  joinWithPassword,
  leave,
  passSevenDays,
  removeAllDue,
} from "./testing/test.leaver";
import {
  makeModeratedWorld,
  type ModeratedWorld,
} from "./testing/test.moderation";
import type { Client, Person } from "./testing/test.world";

let world: ModeratedWorld;
let beatId: Id<"beats">;

beforeEach(async () => {
  world = await makeModeratedWorld();
  beatId = await world.publishBeat(world.asProducer, { title: "Gully" });
});

afterEach(async () => {
  vi.useRealTimers();
  await world.end();
  vi.unstubAllEnvs();
});

const hear = (person: Client, contentId: string) =>
  person.mutation(api.ears.record, { contentId });

const heardBy = async (owner: Client, contentId: string) => {
  const args = { contentIds: [contentId] };
  return (await owner.query(api.ears.heardBy, args))[0]?.heard ?? null;
};

/** Makes this many new people hear an item. */
async function hearBy(people: number, contentId: string) {
  for (let n = 0; n < people; n++) await hear(await world.join(), contentId);
}

async function fresh(person: Client): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const args: { cursor: string | null } = { cursor };
    const { items, next } = await person.query(api.ears.candidates, args);
    found.push(...items.map(({ contentId }) => contentId));
    cursor = next;
  } while (cursor !== null);
  return found;
}

const rings = async (person: Client) =>
  (await person.query(api.bell.list, { count: 20 })).rings.filter(
    ({ kind }) => kind === "listens",
  );

/**
 * Blocks somebody, which keeps the world's verses and beats out of the list.
 */
const setApart = (one: Person, { userId }: Person) =>
  one.mutation(api.safety.setBlocked, { userId, isBlocked: true });

async function suspend() {
  // a report about the rapper's profile
  const { _id } = await world.reportProfile();
  await world.suspend(_id, 7);
}

describe("a listen", () => {
  test("counts once for each member of any role", async () => {
    const { asProducer, asRapper, asBoth, asListener } = world;
    const other = await world.join({ role: "producer" });
    for (const person of [asRapper, asBoth, asListener, other])
      for (const _ of [1, 2]) expect(await hear(person, beatId)).toBeNull();
    expect(await heardBy(asProducer, beatId)).toBe(4);
    expect(await world.rows("listens")).toHaveLength(4);
  });

  test("of a verse counts for its rapper, also by the beat's producer", async () => {
    const { asProducer, asRapper } = world;
    const verseId = await world.publishVerse(asRapper, beatId);
    await hear(asProducer, verseId);
    await hear(asRapper, verseId);
    expect(await heardBy(asRapper, verseId)).toBe(1);
    expect(await heardBy(asProducer, verseId)).toBeNull();
  });

  test.each<[string, () => Promise<[Client, string]>]>([
    ["of one's own", async () => [world.asProducer, beatId]],
    ["by a guest", async () => [world.stranger, beatId]],
    ["without an address", async () => [world.asUnconfirmed, beatId]],
    ["without a profile", async () => [world.asNameless, beatId]],
    ["of no id", async () => [world.asListener, "x"]],
    ["of a person", async () => [world.asListener, world.asRapper.userId]],
    [
      "while suspended",
      async () => {
        await suspend();
        return [world.asRapper, beatId];
      },
    ],
    [
      "of somebody whom one blocked",
      async () => {
        await setApart(world.asListener, world.asProducer);
        return [world.asListener, beatId];
      },
    ],
    [
      "of somebody who blocked one",
      async () => {
        await setApart(world.asProducer, world.asListener);
        return [world.asListener, beatId];
      },
    ],
    [
      "of what is deleted",
      async () => {
        await world.asProducer.mutation(api.beats.remove, { beatId });
        return [world.asListener, beatId];
      },
    ],
  ])("%s is answered with silence and writes nothing", async (_, make) => {
    const [person, contentId] = await make();
    const counters = await world.rows("attemptCounters");
    expect(await hear(person, contentId)).toBeNull();
    expect(await world.rows("listens")).toEqual([]);
    expect(await world.rows("attemptCounters")).toEqual(counters);
    for (const { heard } of await world.rows("hearings")) expect(heard).toBe(0);
  });

  test("counts six times a minute, and is silent beyond that", async () => {
    const { asListener, asProducer } = world;
    vi.useFakeTimers({ toFake: ["Date"] });
    const beats = [beatId];
    while (beats.length < 8) beats.push(await world.publishBeat(asProducer));
    for (const id of beats) expect(await hear(asListener, id)).toBeNull();
    expect(await world.rows("listens")).toHaveLength(6);
    vi.setSystemTime(Date.now() + MINUTE_MS);
    for (const id of beats) await hear(asListener, id);
    expect(await world.rows("listens")).toHaveLength(8);
  });

  test("of several accounts of one mailbox counts once a day, and of two mailboxes twice", async () => {
    const hearAs = async (email: string, contentId: string) => {
      const person = await world.join();
      const { userId } = person;
      await world.t.run(({ db }) => db.patch("users", userId, { email }));
      await hear(person, contentId);
    };
    const emails = ["dev@b.co", "dev+1@b.co", "dev+2@b.co", "zoya@b.co"];
    for (const email of emails) await hearAs(email, beatId);
    expect(await heardBy(world.asProducer, beatId)).toBe(2);
    const other = await world.publishBeat(world.asProducer);
    await hearAs("dev+3@b.co", other);
    expect(await heardBy(world.asProducer, other)).toBe(1);
  });

  test.each([
    { account: "a young account", ageMs: 0, scope: "YOUNG_ACCOUNT" },
    { account: "an account", ageMs: DAY_MS, scope: "ACCOUNT" },
  ])("of $account counts up to a number a day", async ({ ageMs, scope }) => {
    const { asListener, asProducer } = world;
    vi.stubEnv(`LIMIT_HEAR_PER_${scope}`, "2");
    const now = Math.ceil(await world.newestPersonAt()) + ageMs;
    vi.useFakeTimers({ toFake: ["Date"], now });
    const beats = [beatId];
    while (beats.length < 3) beats.push(await world.publishBeat(asProducer));
    for (const id of beats) await hear(asListener, id);
    expect(await world.rows("listens")).toHaveLength(2);
    vi.setSystemTime(Date.now() + DAY_MS);
    for (const id of beats) await hear(asListener, id);
    expect(await world.rows("listens")).toHaveLength(3);
  });

  test("is stored for ten people, and then never again", async () => {
    await hearBy(12, beatId);
    expect(await world.rows("listens")).toHaveLength(10);
    expect(await heardBy(world.asProducer, beatId)).toBe(10);
    expect(await fresh(world.asListener)).not.toContain(beatId);
    const counters = await world.rows("attemptCounters");
    await hear(world.asListener, beatId);
    expect(await world.rows("attemptCounters")).toEqual(counters);
  });

  test("goes with what was heard, and with the number", async () => {
    const { asProducer, asRapper, asListener } = world;
    const verseId = await world.publishVerse(asRapper, beatId);
    for (const id of [beatId, verseId]) await hear(asListener, id);
    await asProducer.mutation(api.beats.remove, { beatId });
    expect(await world.rows("listens")).toEqual([]);
    const left = (await world.rows("hearings")).map((row) => row.contentId);
    expect(left).not.toContain(beatId);
    expect(left).not.toContain(verseId);
  });

  test("goes with the listener's account and stays in the number; the export has it", async () => {
    await setAuthKeys();
    const leaver = await joinWithPassword(world, { role: "listener" });
    await hear(leaver, beatId);
    expect(await exportedRows(leaver, "listens")).toMatchObject([
      { contentId: beatId },
    ]);
    await leave(leaver);
    await passSevenDays(world);
    await removeAllDue(world);
    expect(await world.rows("listens")).toEqual([]);
    expect(await heardBy(world.asProducer, beatId)).toBe(1);
  });
});

describe("who made it", () => {
  test("is told at the third and the tenth listen, by how many there are in all", async () => {
    const { asProducer } = world;
    const counts = async () =>
      (await rings(asProducer)).map(({ count, isRead, name, subject }) => {
        expect(name).toBeNull();
        expect(subject?.title).toBe("Gully");
        return [count, isRead];
      });
    await hearBy(2, beatId);
    expect(await counts()).toEqual([]);
    await hearBy(1, beatId);
    expect(await counts()).toEqual([[3, false]]);
    await hearBy(6, beatId);
    expect(await counts()).toEqual([[3, false]]);
    await hearBy(1, beatId);
    expect(await counts()).toEqual([[10, false]]);
  });

  test("reads of ten people also if they have read of three", async () => {
    const { asProducer } = world;
    await hearBy(3, beatId);
    await asProducer.mutation(api.bell.markRead, { upTo: Date.now() });
    await hearBy(7, beatId);
    const found = (await rings(asProducer)).map(({ count }) => count);
    expect(found.sort()).toEqual([10, 3]);
  });

  test("is not told once that is switched off, or once it is gone", async () => {
    const { asProducer } = world;
    const off = { ring: "listens", isWanted: false } as const;
    await hearBy(3, beatId);
    await asProducer.mutation(api.bell.setWanted, off);
    await hearBy(7, beatId);
    expect(await rings(asProducer)).toMatchObject([{ count: 3 }]);
    await asProducer.mutation(api.beats.remove, { beatId });
    expect(await rings(asProducer)).toEqual([]);
    const kinds = (await world.rows("bell")).map(({ kind }) => kind);
    expect(kinds).not.toContain("listens");
  });

  test("alone can ask how many heard it", async () => {
    await hearBy(1, beatId);
    const { asRapper, stranger, asUnconfirmed } = world;
    for (const person of [asRapper, stranger, asUnconfirmed])
      expect(await heardBy(person, beatId)).toBeNull();
    expect(await heardBy(world.asProducer, "nonsense")).toBeNull();
    const many = Array.from({ length: 200 }, () => beatId);
    const asked = { contentIds: many };
    const found = await world.asProducer.query(api.ears.heardBy, asked);
    expect(found).toHaveLength(100);
  });
});

describe("what is fresh", () => {
  let ear: Person;

  beforeEach(async () => {
    ear = await world.join({ role: "listener" });
    // The world has a beat and a verse of its own, which are not fresh here.
    await world.t.run(async ({ db }) => {
      for (const { _id, contentId } of await db.query("hearings").collect())
        if (contentId !== beatId) await db.delete("hearings", _id);
    });
  });

  test("has the least heard first, among equals the newest first", async () => {
    const one = await world.publishVerse(world.asRapper, beatId);
    const two = await world.publishVerse(world.asBoth, beatId);
    expect(await fresh(ear)).toEqual([two, one, beatId]);
    const { items } = await ear.query(api.ears.candidates, { cursor: null });
    expect(items).toEqual([
      { contentType: "verse", contentId: two, beatId },
      { contentType: "verse", contentId: one, beatId },
      { contentType: "beat", contentId: beatId, beatId },
    ]);
    await hearBy(2, two);
    await hearBy(1, one);
    expect(await fresh(ear)).toEqual([beatId, one, two]);
  });

  test("leaves out one's own, what one has heard, and both sides of a block", async () => {
    const { asRapper, asBoth, asProducer } = world;
    const one = await world.publishVerse(asRapper, beatId);
    const two = await world.publishVerse(asBoth, beatId);
    expect(await fresh(asRapper)).toEqual([two, beatId]);
    await hear(ear, two);
    expect(await fresh(ear)).toEqual([one, beatId]);
    await setApart(asRapper, ear);
    expect(await fresh(ear)).toEqual([beatId]);
    await setApart(ear, asProducer);
    expect(await fresh(ear)).toEqual([]);
    const other = await world.join({ role: "listener" });
    await setApart(other, asProducer);
    expect(await fresh(other)).toEqual([]); // the verses are on that beat
    expect(await fresh(world.stranger)).toEqual([]);
  });

  test("has at most two of one artist at a time", async () => {
    const { asProducer } = world;
    const more = await world.publishBeat(asProducer);
    const newest = await world.publishBeat(asProducer);
    expect(await fresh(ear)).toEqual([newest, more]);
    await hear(ear, newest);
    expect(await fresh(ear)).toEqual([more, beatId]);
  });

  /** Puts items of the listener's own before all others. */
  const addOwn = (count: number, rankOf: (n: number) => number) =>
    world.t.run(async ({ db }) => {
      for (let n = 0; n < count; n++)
        await db.insert("hearings", {
          ...{ contentType: "beat", contentId: beatId, ownerId: ear.userId },
          ...{ createdAt: 1, heard: 0, isFresh: true, rank: rankOf(n) },
        });
    });

  test.each([
    ["one after the other", (n: number) => -1e13 - n],
    ["all with one place", () => -1e13],
  ])("is found behind much that is left out, %s", async (_, rankOf) => {
    await addOwn(130, rankOf);
    const part = await ear.query(api.ears.candidates, { cursor: null });
    expect(part.items.map(({ contentId }) => contentId)).toEqual([beatId]);
    expect(part.next).toBeNull();
  });

  test("comes in parts of bounded size, and a part may be empty", async () => {
    await addOwn(650, (n) => -1e13 - n);
    const { items, next } = await ear.query(api.ears.candidates, {
      cursor: null,
    });
    expect(items).toEqual([]);
    expect(next).not.toBeNull();
    expect(await fresh(ear)).toEqual([beatId]);
  });

  test.each(["nonsense", "1", "one two"])(
    "begins at no other cursor: %s",
    async (cursor) => {
      const bad = ear.query(api.ears.candidates, { cursor });
      await expect(bad).rejects.toThrow();
    },
  );

  test("are at first the newest two hundred items, once", async () => {
    const old = await world.t.run(async ({ db }) => {
      const { _id, _creationTime, ...beat } = (await db.get("beats", beatId))!; // made above
      const made: Id<"beats">[] = [];
      for (let createdAt = 1; createdAt <= 205; createdAt++)
        made.push(await db.insert("beats", { ...beat, createdAt }));
      return made;
    });
    const opened = async () => {
      await world.t.mutation(internal.ears.openOld, {});
      return (await world.rows("hearings")).map((row) => row.contentId);
    };
    const first = await opened();
    expect(first).toHaveLength(200);
    expect(first).toContain(beatId);
    expect(first).toContain(old.at(-1));
    expect(first).not.toContain(old[0]);
    await world.asProducer.mutation(api.beats.remove, { beatId });
    expect(await opened()).toHaveLength(199);
    expect(await heardBy(world.asProducer, old[0] ?? "")).toBeNull();
    expect(await hear(ear, old[0] ?? "")).toBeNull();
    expect(await world.rows("listens")).toEqual([]);
  });
});
