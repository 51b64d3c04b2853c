import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { HOUR_MS } from "./shared/limits";
import { makeCypherWorld } from "./testing/test.cyphers";
import { expectRefusal, type Person, reasonBy } from "./testing/test.world";

type Made = Awaited<ReturnType<typeof makeCypherWorld>>;
let world: Made["world"];
let cyphers: Made["cyphers"];
let beatId: Made["beatId"];

beforeEach(async () => {
  ({ world, cyphers, beatId } = await makeCypherWorld());
});

afterEach(async () => {
  vi.useRealTimers();
  await world.end();
  vi.unstubAllEnvs();
});

const mine = (person: Person, cypherId: Id<"cyphers">) =>
  person.query(api.cyphers.mine, { cypherId });

const block = (person: Person, { userId }: Person) =>
  person.mutation(api.safety.setBlocked, { userId, isBlocked: true });

const pass = (person: Person, cypherId: Id<"cyphers">, turnNo: number) =>
  person.mutation(api.cyphers.pass, { cypherId, turnNo });

const end = (person: Person, cypherId: Id<"cyphers">) =>
  person.mutation(api.cyphers.end, { cypherId });

const fill = async (person: Person, count: number) => {
  for (let i = 0; i < count; i += 1) await world.publishVerse(person, beatId);
};

describe("starting a cypher", () => {
  test("is for rappers, and for the producer of the beat", async () => {
    const cypherId = await cyphers.open(world.asRapper, beatId, 16);
    expect(await cyphers.page(cypherId)).toMatchObject({
      ...{ bars: 16, isOpen: true, endReason: null, mic: null, turnNo: 0 },
      ...{ nextStartBar: 1, verses: [] },
      ...{ host: { username: "rapper" }, beat: { title: "Rain" } },
    });
    const second = await world.publishBeat(world.asProducer);
    await cyphers.open(world.asProducer, second);
    const third = await world.publishBeat(world.asBoth);
    const refused = cyphers.open(world.asProducer, third);
    await expectRefusal(refused, "CANNOT_OPEN_CYPHER");
    const listener = cyphers.open(world.asListener, third);
    await expectRefusal(listener, "CANNOT_OPEN_CYPHER");
  });

  test("is refused without a session, an address or a profile, and while suspended", async () => {
    const { asUnconfirmed, asNameless, asRapper } = world;
    const args = { beatId, bars: 8 as const };
    const stranger = world.stranger.mutation(api.cyphers.open, args);
    await expectRefusal(stranger, "NOT_SIGNED_IN");
    const unconfirmed = cyphers.open(asUnconfirmed, beatId);
    await expectRefusal(unconfirmed, "EMAIL_NOT_CONFIRMED");
    const nameless = cyphers.open(asNameless, beatId);
    await expectRefusal(nameless, "PROFILE_MISSING");
    await world.suspend((await world.reportProfile())._id, 7);
    const attempt = reasonBy(cyphers.open(asRapper, beatId));
    expect(await attempt).toMatchObject({ code: "SUSPENDED" });
  });

  test("is refused twice on a beat, a third time by one person, without two places, and without a file", async () => {
    await cyphers.open(world.asRapper, beatId);
    const again = cyphers.open(world.asBoth, beatId);
    await expectRefusal(again, "CYPHER_EXISTS");
    const second = await world.publishBeat(world.asProducer);
    await cyphers.open(world.asRapper, second);
    const third = await world.publishBeat(world.asProducer);
    const tooMany = cyphers.open(world.asRapper, third);
    await expectRefusal(tooMany, "CYPHERS_TOO_MANY");
    await world.t.run(({ db }) => db.patch("beats", third, { verseCount: 9 }));
    const full = cyphers.open(world.asBoth, third);
    await expectRefusal(full, "CYPHER_NO_ROOM");
    await world.t.run(async ({ db, storage }) => {
      await db.patch("beats", third, { verseCount: 0 });
      const beat = await db.get("beats", third);
      if (beat) await storage.delete(beat.storageId);
    });
    const broken = cyphers.open(world.asBoth, third);
    await expectRefusal(broken, "BEAT_FILE_MISSING");
  });

  test("is refused across a block with the producer", async () => {
    await block(world.asProducer, world.asRapper);
    await expectRefusal(cyphers.open(world.asRapper, beatId), "APART");
  });

  test("rings the producer, unless they start it", async () => {
    const cypherId = await cyphers.open(world.asRapper, beatId);
    const { rings } = await world.asProducer.query(api.bell.list, { count: 1 });
    expect(rings).toMatchObject([
      {
        ...{ kind: "cypherOpened", name: "rapper", count: 1 },
        subject: { title: "Rain", beatId, verseId: null, cypherId },
      },
    ]);
    const own = await world.publishBeat(world.asBoth);
    await cyphers.open(world.asBoth, own);
    const { rings: none } = await world.asBoth.query(api.bell.list, {
      count: 9,
    });
    expect(none).toEqual([]);
  });
});

test("whoever joined today starts one cypher an hour", async () => {
  vi.stubEnv("LIMIT_CYPHER_PER_YOUNG_ACCOUNT", "1");
  await cyphers.open(world.asRapper, beatId);
  const second = await world.publishBeat(world.asProducer);
  const attempt = reasonBy(cyphers.open(world.asRapper, second));
  expect(await attempt).toMatchObject({ code: "RATE_LIMITED" });
});

describe("the mic", () => {
  let cypherId: Id<"cyphers">;

  beforeEach(async () => {
    cypherId = await cyphers.open(world.asRapper, beatId);
  });

  test("goes to who takes it, for six hours, and others read who has it", async () => {
    await cyphers.take(world.asRapper, cypherId);
    const page = await cyphers.page(cypherId);
    expect(page).toMatchObject({
      ...{ turnNo: 1, mic: { holder: { username: "rapper" } } },
    });
    const leftMs = (page?.mic?.dueAt ?? 0) - Date.now();
    expect(Math.abs(leftMs - 6 * HOUR_MS)).toBeLessThan(60_000);
    await cyphers.take(world.asRapper, cypherId);
    expect((await cyphers.load(cypherId)).turnNo).toBe(1);
    const slower = reasonBy(cyphers.take(world.asBoth, cypherId));
    expect(await slower).toEqual({
      ...{ code: "MIC_TAKEN", holder: "rapper" },
      message: "Somebody was faster. rapper has the mic.",
    });
  });

  test("is not for producers, listeners, strangers, or people who cannot write", async () => {
    const { asProducer, asListener, asUnconfirmed, asNameless } = world;
    for (const person of [asProducer, asListener]) {
      const attempt = cyphers.take(person, cypherId);
      await expectRefusal(attempt, "ONLY_RAPPERS_RECORD");
      expect(await mine(person, cypherId)).toMatchObject({ mayTake: false });
    }
    const attempts = [
      [world.stranger, "NOT_SIGNED_IN"],
      [asUnconfirmed, "EMAIL_NOT_CONFIRMED"],
      [asNameless, "PROFILE_MISSING"],
    ] as const;
    for (const [person, code] of attempts) {
      const attempt = person.mutation(api.cyphers.take, { cypherId });
      await expectRefusal(attempt, code);
      const own = await person.query(api.cyphers.mine, { cypherId });
      expect(own).toBeNull();
    }
  });

  test("is not for who rapped last, until somebody else did", async () => {
    await cyphers.takeAndPublish(world.asRapper, cypherId);
    await expectRefusal(cyphers.take(world.asRapper, cypherId), "MIC_TWICE");
    expect(await mine(world.asRapper, cypherId)).toMatchObject({
      ...{ mayTake: false, reason: "MIC_TWICE" },
    });
    await cyphers.takeAndPublish(world.asBoth, cypherId);
    await cyphers.take(world.asRapper, cypherId);
  });

  test("is not for who rapped last and deleted that, and for who rapped before", async () => {
    const { asRapper, asBoth } = world;
    await cyphers.takeAndPublish(asRapper, cypherId);
    const verseId = await cyphers.takeAndPublish(asBoth, cypherId);
    await asBoth.mutation(api.verses.remove, { verseId });
    await expectRefusal(cyphers.take(asBoth, cypherId), "MIC_TWICE");
    await cyphers.take(asRapper, cypherId);
  });

  test("is given back with the role of a rapper", async () => {
    await cyphers.take(world.asRapper, cypherId);
    const setRole = (role: "producer_rapper" | "listener") =>
      world.asRapper.mutation(api.profiles.setRole, { role });
    await setRole("producer_rapper");
    expect((await cyphers.page(cypherId))?.mic).not.toBeNull();
    await setRole("listener");
    expect((await cyphers.page(cypherId))?.mic).toBeNull();
  });

  test("is one a person", async () => {
    const second = await world.publishBeat(world.asProducer);
    const other = await cyphers.open(world.asBoth, second);
    await cyphers.take(world.asRapper, cypherId);
    await expectRefusal(cyphers.take(world.asRapper, other), "MIC_OTHER");
    await pass(world.asRapper, cypherId, 1);
    await cyphers.take(world.asRapper, other);
  });

  test("is not for people across a block with the producer or the host", async () => {
    await block(world.asRapper, world.asBoth);
    await expectRefusal(cyphers.take(world.asBoth, cypherId), "APART");
    const other = await world.join({ role: "rapper" });
    await block(other, world.asProducer);
    await expectRefusal(cyphers.take(other, cypherId), "APART");
    expect(await mine(other, cypherId)).toMatchObject({
      ...{ mayTake: false, reason: null },
    });
  });

  test("is not given on a full beat, nor in a cypher that is over or unknown", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await end(world.asRapper, cypherId);
    await expectRefusal(cyphers.take(world.asBoth, cypherId), "CYPHER_OVER");
    await pass(world.asRapper, cypherId, 1);
    await expectRefusal(cyphers.take(world.asBoth, cypherId), "CYPHER_OVER");
    expect(await mine(world.asBoth, cypherId)).toBeNull();
    const unknown = world.asBoth.query(api.cyphers.mine, { cypherId: "x" });
    expect(await unknown).toBeNull();
  });

  test("is put down by who has it, and by nobody else; an old turn passes nothing", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await pass(world.asBoth, cypherId, 1);
    await pass(world.asRapper, cypherId, 0);
    expect((await cyphers.page(cypherId))?.mic).not.toBeNull();
    await pass(world.asRapper, cypherId, 1);
    expect((await cyphers.page(cypherId))?.mic).toBeNull();
    await cyphers.take(world.asBoth, cypherId);
    await pass(world.asRapper, cypherId, 1);
    expect((await cyphers.page(cypherId))?.mic?.holder.username).toBe("both");
    const [person] = await world.rows("cypherPeople");
    // Putting the mic down counts only the part of the turn that has passed,
    // here next to nothing.
    expect(person?.missed ?? 0).toBeLessThan(0.001);
    const stranger = world.stranger.mutation(api.cyphers.pass, {
      ...{ cypherId, turnNo: 2 },
    });
    await expectRefusal(stranger, "NOT_SIGNED_IN");
  });
});

describe("ending a cypher", () => {
  let cypherId: Id<"cyphers">;

  beforeEach(async () => {
    cypherId = await cyphers.open(world.asRapper, beatId);
    await cyphers.takeAndPublish(world.asRapper, cypherId);
  });

  test.each([
    ["host", (): Person => world.asRapper],
    ["producer", () => world.asProducer],
    ["moderator", () => world.moderator],
  ] as const)("by its %s is at once if the mic is free", async (why, by) => {
    expect(await mine(by(), cypherId)).toMatchObject({ mayEnd: true });
    await end(by(), cypherId);
    expect(await cyphers.page(cypherId)).toMatchObject({
      ...{ isOpen: false, endReason: why, verses: [{ cypherId }] },
    });
    await expectRefusal(end(by(), cypherId), "CYPHER_OVER");
    const { earlier, open } = await world.stranger.query(api.cyphers.onBeat, {
      beatId,
    });
    expect(open).toBeNull();
    expect(earlier).toMatchObject([{ id: cypherId, verseCount: 1 }]);
  });

  test("waits for the turn under way, whose verse still counts", async () => {
    await cyphers.take(world.asBoth, cypherId);
    await end(world.asRapper, cypherId);
    expect(await cyphers.page(cypherId)).toMatchObject({
      ...{ isOpen: true, endReason: "host", mic: {} },
    });
    await cyphers.publish(world.asBoth, cypherId);
    const page = await cyphers.page(cypherId);
    expect(page).toMatchObject({ isOpen: false, mic: null });
    expect(page?.verses).toHaveLength(2);
  });

  test("is not for others, nor for people who cannot write", async () => {
    await expectRefusal(end(world.asBoth, cypherId), "CANNOT_END_CYPHER");
    await expectRefusal(end(world.asListener, cypherId), "CANNOT_END_CYPHER");
    expect(await mine(world.asBoth, cypherId)).toMatchObject({ mayEnd: false });
    const stranger = world.stranger.mutation(api.cyphers.end, { cypherId });
    await expectRefusal(stranger, "NOT_SIGNED_IN");
  });

  test("comes by itself after twelve verses", async () => {
    await world.asProducer.mutation(api.beats.setVersesLimit, {
      ...{ beatId, versesCount: 20 },
    });
    for (let turn = 1; turn < 12; turn += 1) {
      expect((await cyphers.page(cypherId))?.isOpen).toBe(true);
      const by = turn % 2 === 1 ? world.asBoth : world.asRapper;
      await cyphers.takeAndPublish(by, cypherId);
    }
    const page = await cyphers.page(cypherId);
    expect(page).toMatchObject({ isOpen: false, endReason: "complete" });
    expect(page?.verses).toHaveLength(12);
  });

  test("comes when the beat is full, or its limit is lowered", async () => {
    await fill(world.asBoth, 8);
    expect((await cyphers.page(cypherId))?.isOpen).toBe(true);
    await world.publishVerse(world.asBoth, beatId);
    expect(await cyphers.page(cypherId)).toMatchObject({
      ...{ isOpen: false, endReason: "complete" },
    });
    const second = await world.publishBeat(world.asProducer);
    await world.asProducer.mutation(api.beats.setVersesLimit, {
      ...{ beatId: second, versesCount: 15 },
    });
    const other = await cyphers.open(world.asRapper, second);
    await cyphers.takeAndPublish(world.asBoth, other);
    await world.t.run(({ db }) =>
      db.patch("beats", second, { verseCount: 11 }),
    );
    await world.asProducer.mutation(api.beats.setVersesLimit, {
      ...{ beatId: second, versesCount: 10 },
    });
    expect((await cyphers.page(other))?.isOpen).toBe(false);
  });
});

test("the most worth a visit is the newest with a free mic, else the newest", async () => {
  const newest = () => world.stranger.query(api.cyphers.newest, {});
  expect(await newest()).toBeNull();
  const first = await cyphers.open(world.asRapper, beatId);
  const second = await world.publishBeat(world.asProducer, { title: "Sun" });
  const other = await cyphers.open(world.asBoth, second);
  const free = { holder: null, startsAt: null, isLive: false };
  expect(await newest()).toEqual({ id: other, title: "Sun", ...free });
  await cyphers.take(world.asBoth, other);
  expect(await newest()).toEqual({ id: first, title: "Rain", ...free });
  await cyphers.take(world.asRapper, first);
  expect(await newest()).toMatchObject({
    ...{ id: other, title: "Sun", holder: { username: "both" } },
  });
});

test("unknown cyphers and beats have no page and no line", async () => {
  const { stranger } = world;
  expect(await stranger.query(api.cyphers.get, { cypherId: "x" })).toBeNull();
  expect(
    await stranger.query(api.cyphers.get, { cypherId: beatId }),
  ).toBeNull();
  const none = { open: null, earlier: [] };
  const onBeat = stranger.query(api.cyphers.onBeat, { beatId: "x" });
  expect(await onBeat).toEqual(none);
});
