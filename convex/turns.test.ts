import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { HOUR_MS, MINUTE_MS } from "./shared/limits";
import { makeOpenCypher, type OpenCypher } from "./testing/test.cyphers";
import { expectRefusal, type Person, reasonBy } from "./testing/test.world";

let world: OpenCypher["world"];
let cyphers: OpenCypher["cyphers"];
let beatId: OpenCypher["beatId"];
let cypherId: OpenCypher["cypherId"];
let kinds: OpenCypher["kinds"];

beforeEach(async () => {
  ({ world, cyphers, beatId, cypherId, kinds } = await makeOpenCypher());
});

afterEach(async () => {
  await world.end();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const after = (ms: number) => cyphers.advance(ms);

const sending = (person: Person, turnNo: number) =>
  person.mutation(api.cyphers.sending, { cypherId, turnNo });

const holder = async () =>
  (await cyphers.page(cypherId))?.mic?.holder.username ?? null;

const block = (person: Person, { userId }: Person) =>
  person.mutation(api.safety.setBlocked, { userId, isBlocked: true });

describe("publishing", () => {
  test("ends the turn: the verse is in the chain and answers the last one", async () => {
    const first = await cyphers.takeAndPublish(world.asRapper, cypherId);
    await cyphers.take(world.asBoth, cypherId);
    const second = await cyphers.publish(world.asBoth, cypherId);
    const page = await cyphers.page(cypherId);
    expect(page).toMatchObject({ mic: null, turnNo: 2 });
    expect(page?.verses).toMatchObject([
      { id: first, cypherId, answers: null, firstAnswerId: second },
      { id: second, cypherId, answers: { verseId: first } },
    ]);
    expect(await cyphers.load(cypherId)).toMatchObject({ verseCount: 2 });
    const people = await world.rows("cypherPeople");
    expect(people.map(({ turns }) => turns)).toEqual([1, 1]);
  });

  test("the next verse starts at the bar where the last one ended", async () => {
    const long = await world.publishBeat(world.asProducer);
    // Twelve bars at 97 BPM.
    await world.t.run(({ db }) =>
      db.patch("beats", long, { durationMs: 29_691 }),
    );
    const other = await cyphers.open(world.asBoth, long);
    await cyphers.takeAndPublish(world.asBoth, other);
    expect((await cyphers.page(other))?.nextStartBar).toBe(9);
    await cyphers.takeAndPublish(world.asRapper, other);
    expect((await cyphers.page(other))?.nextStartBar).toBe(5);
  });

  test("is refused if the take does not have the bars, and keeps the turn", async () => {
    await cyphers.take(world.asRapper, cypherId);
    const wrong = [
      { extraMs: -1_600 },
      { extraMs: 1_600 },
      { beforeMs: 1_600 },
      // Beyond 2 ** 53, a bar and the next one start at the same time.
      { section: { startBar: 1e17, endMs: 1_000 } },
    ];
    for (const lengths of wrong) {
      const attempt = cyphers.publish(world.asRapper, cypherId, lengths);
      expect(await reasonBy(attempt)).toEqual({
        ...{ code: "TURN_LENGTH", bars: 8 },
        message: "This take does not have the 8 bars of this cypher.",
      });
    }
    expect(await holder()).toBe("rapper");
    await cyphers.publish(world.asRapper, cypherId, { extraMs: 1_400 });
  });

  test("rings the others who rapped, once a person and event", async () => {
    const third = await world.join({ role: "rapper", username: "third" });
    await cyphers.takeAndPublish(world.asRapper, cypherId);
    await cyphers.takeAndPublish(world.asBoth, cypherId);
    await cyphers.takeAndPublish(third, cypherId);
    // "both" has answered the rapper, and the third has answered "both".
    expect(await kinds(world.asRapper)).toEqual(["cypherVerse", "answer"]);
    expect(await kinds(world.asBoth)).toEqual(["answer"]);
    expect(await kinds(third)).toEqual([]);
    expect(await kinds(world.asProducer)).toEqual(["verse", "cypherOpened"]);
    // The row in the bell says whether the mic is free now.
    const isFree = async () => {
      const asked = { count: 1 };
      const { rings } = await world.asRapper.query(api.bell.list, asked);
      return rings[0]?.subject?.isMicFree;
    };
    expect(await isFree()).toBe(true);
    await cyphers.take(world.asRapper, cypherId);
    expect(await isFree()).toBe(false);
  });

  test("of an own verse after a deletion, or across a block, answers nothing", async () => {
    await cyphers.takeAndPublish(world.asRapper, cypherId);
    const verseId = await cyphers.takeAndPublish(world.asBoth, cypherId);
    await cyphers.take(world.asRapper, cypherId);
    await world.asBoth.mutation(api.verses.remove, { verseId });
    await cyphers.publish(world.asRapper, cypherId);
    const third = await world.join({ role: "rapper" });
    await cyphers.takeAndPublish(world.asBoth, cypherId);
    await cyphers.take(third, cypherId);
    await block(third, world.asBoth);
    await cyphers.publish(third, cypherId);
    const page = await cyphers.page(cypherId);
    expect(page?.verses.map(({ answers }) => answers?.verseId ?? null)).toEqual(
      [null, null, page?.verses[1]?.id, null],
    );
  });
});

describe("when the time is up", () => {
  test("the mic is free, and a take that comes later is kept and can be an answer", async () => {
    await cyphers.takeAndPublish(world.asRapper, cypherId);
    await cyphers.take(world.asBoth, cypherId);
    await after(6 * HOUR_MS - 1);
    expect(await holder()).toBe("both");
    await after(1);
    expect(await holder()).toBeNull();
    const files = (await world.storedFiles()).length;
    const late = cyphers.publish(world.asBoth, cypherId);
    await expectRefusal(late, "TURN_OVER");
    const stored = await world.storedFiles();
    expect(stored).toHaveLength(files + 1);
    const storageId = stored.at(-1)?._id;
    if (!storageId) throw new Error("the take is gone");
    const { verses } = (await cyphers.page(cypherId)) ?? {};
    const answersId = verses?.[0]?.id;
    if (!answersId) throw new Error("no verse to answer");
    const answer = await world.asBoth.action(api.verses.create, {
      ...{ beatId, storageId, peaks: [], durationMs: 20_000, answersId },
    });
    const [card] = await world.stranger.query(api.verses.listByBeat, {
      beatId,
    });
    expect(card).toMatchObject({
      ...{ id: answer, cypherId: null, answers: { verseId: answersId } },
    });
  });

  test("a second time, the person gets no third turn here, but elsewhere", async () => {
    for (const _ of [1, 2]) {
      await cyphers.take(world.asRapper, cypherId);
      await after(6 * HOUR_MS);
    }
    await expectRefusal(cyphers.take(world.asRapper, cypherId), "MIC_MISSED");
    const second = await world.publishBeat(world.asProducer);
    await cyphers.take(
      world.asRapper,
      await cyphers.open(world.asBoth, second),
    );
  });

  test("whichever of verse and clock comes first decides, and the second does nothing", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await cyphers.publish(world.asRapper, cypherId);
    await cyphers.take(world.asBoth, cypherId);
    await after(6 * HOUR_MS - MINUTE_MS);
    expect(await holder()).toBe("both");
    await after(MINUTE_MS);
    const [, both] = await world.rows("cypherPeople");
    expect(both).toMatchObject({ turns: 0, missed: 1 });
  });

  test("the second of two tabs keeps its take", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await cyphers.publish(world.asRapper, cypherId);
    const second = cyphers.publish(world.asRapper, cypherId);
    await expectRefusal(second, "TURN_OVER");
    await cyphers.take(world.asBoth, cypherId);
    const foreign = cyphers.publish(world.asRapper, cypherId);
    await expectRefusal(foreign, "TURN_OVER");
    expect((await cyphers.page(cypherId))?.verses).toHaveLength(1);
  });
});

describe("while the take arrives", () => {
  beforeEach(() => cyphers.take(world.asRapper, cypherId));

  test("the turn lasts for 90 s after each piece, and others read so", async () => {
    expect(await sending(world.asRapper, 1)).toBe(true);
    expect((await cyphers.page(cypherId))?.mic?.isSending).toBe(false);
    await after(6 * HOUR_MS - 30_000);
    expect(await sending(world.asRapper, 1)).toBe(true);
    expect((await cyphers.page(cypherId))?.mic?.isSending).toBe(true);
    await after(80_000);
    expect(await sending(world.asRapper, 1)).toBe(true);
    await after(80_000);
    expect(await holder()).toBe("rapper");
    await cyphers.publish(world.asRapper, cypherId);
    expect(await world.rows("cypherPeople")).toMatchObject([
      { turns: 1, missed: 0 },
    ]);
  });

  test("a connection that drops ends it after 90 s", async () => {
    await after(6 * HOUR_MS - 1_000);
    await sending(world.asRapper, 1);
    await after(90_000);
    expect(await holder()).toBeNull();
    expect(await sending(world.asRapper, 1)).toBe(false);
  });

  test("it lasts no longer than 30 minutes beyond the time", async () => {
    await after(6 * HOUR_MS - MINUTE_MS);
    for (let minute = 0; minute < 30; minute += 1) {
      expect(await sending(world.asRapper, 1)).toBe(true);
      await after(MINUTE_MS);
    }
    expect(await holder()).toBe("rapper");
    await sending(world.asRapper, 1);
    await after(MINUTE_MS);
    expect(await holder()).toBeNull();
  });

  test("only the holder of this turn says so, and is told if it is over", async () => {
    expect(await sending(world.asBoth, 1)).toBe(false);
    expect(await sending(world.asRapper, 2)).toBe(false);
    const stranger = world.stranger.mutation(api.cyphers.sending, {
      ...{ cypherId, turnNo: 1 },
    });
    await expectRefusal(stranger, "NOT_SIGNED_IN");
  });
});

describe("if the server was down, or its clock jumped", () => {
  test("the turn gets that time back once, at most ten minutes", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await cyphers.sleep(6 * HOUR_MS + 4 * MINUTE_MS);
    expect(await holder()).toBe("rapper");
    await after(4 * MINUTE_MS - 1);
    expect(await holder()).toBe("rapper");
    await cyphers.sleep(MINUTE_MS);
    expect(await holder()).toBeNull();
    await cyphers.take(world.asBoth, cypherId);
    await cyphers.sleep(30 * HOUR_MS);
    await after(10 * MINUTE_MS - 1);
    expect(await holder()).toBe("both");
    await after(1);
    expect(await holder()).toBeNull();
  });

  test("back, the turn lasts longer and nothing is lost", async () => {
    await cyphers.take(world.asRapper, cypherId);
    vi.setSystemTime(Date.now() - HOUR_MS);
    expect(await holder()).toBe("rapper");
    await after(7 * HOUR_MS);
    expect(await holder()).toBeNull();
  });
});

describe("the reserved place", () => {
  const fillTo = (verseCount: number) =>
    world.t.run(({ db }) => db.patch("beats", beatId, { verseCount }));

  test("is kept for the holder while they have the mic", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await fillTo(9);
    const attempt = reasonBy(world.publishVerse(world.asBoth, beatId));
    expect(await attempt).toEqual({
      ...{ code: "LAST_PLACE", holder: "rapper" },
      message: "The last place is for rapper, who has the mic.",
    });
    await cyphers.publish(world.asRapper, cypherId);
    expect(await cyphers.page(cypherId)).toMatchObject({
      ...{ isOpen: false, endReason: "complete" },
    });
  });

  test("is free again when they put the mic down", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await fillTo(8);
    await world.publishVerse(world.asBoth, beatId);
    await world.asRapper.mutation(api.cyphers.pass, { cypherId, turnNo: 1 });
    await world.publishVerse(world.asBoth, beatId);
  });

  test("survives a lowered limit, after which the cypher is complete", async () => {
    await world.asProducer.mutation(api.beats.setVersesLimit, {
      ...{ beatId, versesCount: 20 },
    });
    await cyphers.take(world.asRapper, cypherId);
    await fillTo(14);
    await world.asProducer.mutation(api.beats.setVersesLimit, {
      ...{ beatId, versesCount: 10 },
    });
    expect(await holder()).toBe("rapper");
    await cyphers.publish(world.asRapper, cypherId);
    expect((await cyphers.page(cypherId))?.endReason).toBe("complete");
  });

  test("leaves nobody an answer if only that one is left", async () => {
    const verseId = await cyphers.takeAndPublish(world.asRapper, cypherId);
    const answerable = () =>
      world.asBoth.query(api.verses.answerable, { verseIds: [verseId] });
    await fillTo(9);
    expect(await answerable()).toEqual([verseId]);
    const third = await world.join({ role: "rapper" });
    await cyphers.take(third, cypherId);
    expect(await answerable()).toEqual([]);
  });
});

describe("the mic is freed in the same transaction", () => {
  beforeEach(() => cyphers.take(world.asRapper, cypherId));

  test("by a suspension; a verse under way is refused", async () => {
    await world.suspend((await world.reportProfile())._id, 7);
    expect(await holder()).toBeNull();
    const attempt = reasonBy(cyphers.publish(world.asRapper, cypherId));
    expect(await attempt).toMatchObject({ code: "SUSPENDED" });
    const pass = { cypherId, turnNo: 1 };
    expect(await world.asRapper.mutation(api.cyphers.pass, pass)).toBeNull();
  });

  test("by a block of the producer or the host, and not of a fellow", async () => {
    await block(world.asBoth, world.asRapper);
    expect(await holder()).toBe("rapper");
    await block(world.asProducer, world.asRapper);
    expect(await holder()).toBeNull();
    const attempt = cyphers.publish(world.asRapper, cypherId);
    await expectRefusal(attempt, "BLOCKED");
  });

  test("by a block of the host against the holder", async () => {
    await world.asRapper.mutation(api.cyphers.pass, { cypherId, turnNo: 1 });
    const third = await world.join({ role: "rapper" });
    await cyphers.take(third, cypherId);
    await block(third, world.asRapper);
    expect(await holder()).toBeNull();
    await expectRefusal(cyphers.take(third, cypherId), "APART");
  });
});
