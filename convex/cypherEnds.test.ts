import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { IDLE_MS } from "./shared/cyphers";
import { HOUR_MS } from "./shared/limits";
import { exportedRows } from "./testing/test.exports";
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

const watch = (person: Person, isWaiting = true) =>
  person.mutation(api.cyphers.watch, { cypherId, isWaiting });

describe("who asked to be told", () => {
  test("is told once when the mic is free, and not by name", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await watch(world.asListener);
    expect(
      await world.asListener.query(api.cyphers.mine, { cypherId }),
    ).toMatchObject({ isWaiting: true, mayWait: true });
    await cyphers.publish(world.asRapper, cypherId);
    await world.settle();
    const { rings } = await world.asListener.query(api.bell.list, { count: 9 });
    expect(rings).toMatchObject([
      { kind: "micFree", name: null, subject: { cypherId, title: "Rain" } },
    ]);
    await world.asBoth.mutation(api.cyphers.take, { cypherId });
    await world.asBoth.mutation(api.cyphers.pass, { cypherId, turnNo: 2 });
    await world.settle();
    expect(await kinds(world.asListener)).toEqual(["micFree"]);
  });

  test("may change their mind, and waits for nothing while the mic is free", async () => {
    await watch(world.asListener);
    expect(await world.rows("cypherPeople")).toEqual([]);
    await cyphers.take(world.asRapper, cypherId);
    await watch(world.asRapper);
    await watch(world.asListener);
    await watch(world.asListener, false);
    expect(await world.rows("cypherPeople")).toEqual([]);
    await watch(world.asListener, false);
  });

  test("is one of 200; others read so", async () => {
    await cyphers.take(world.asRapper, cypherId);
    await world.t.run(async ({ db }) => {
      for (let i = 0; i < 200; i += 1) {
        const userId = await db.insert("users", {});
        await db.insert("cypherPeople", {
          ...{ cypherId, userId, turns: 0, missed: 0, isWaiting: true },
        });
      }
    });
    await expectRefusal(watch(world.asListener), "WISHES_FULL");
    await world.asRapper.mutation(api.cyphers.pass, { cypherId, turnNo: 1 });
    await world.settle();
    expect(await world.rows("cypherPeople")).toEqual([]);
  });

  test("is a member, and not suspended", async () => {
    const stranger = world.stranger.mutation(api.cyphers.watch, {
      ...{ cypherId, isWaiting: true },
    });
    await expectRefusal(stranger, "NOT_SIGNED_IN");
    await expectRefusal(watch(world.asUnconfirmed), "EMAIL_NOT_CONFIRMED");
    await world.suspend((await world.reportProfile())._id, 7);
    const attempt = reasonBy(watch(world.asRapper));
    expect(await attempt).toMatchObject({ code: "SUSPENDED" });
  });
});

describe("what goes", () => {
  test("nobody takes the mic for 14 days: one without verses disappears", async () => {
    await after(IDLE_MS - 1);
    expect(await cyphers.page(cypherId)).not.toBeNull();
    await after(1);
    expect(await cyphers.page(cypherId)).toBeNull();
    const rows = await world.rows("bell");
    expect(rows.map(({ subjectId }) => subjectId)).not.toContain(cypherId);
  });

  test("one with verses stays, without those who never rapped", async () => {
    await cyphers.takeAndPublish(world.asRapper, cypherId);
    await cyphers.take(world.asBoth, cypherId);
    await after(6 * HOUR_MS);
    await after(IDLE_MS);
    expect(await cyphers.page(cypherId)).toMatchObject({
      ...{ isOpen: false, endReason: "idle" },
    });
    const people = await world.rows("cypherPeople");
    expect(people.map(({ userId }) => userId)).toEqual([world.asRapper.userId]);
  });

  test("each turn starts the 14 days anew", async () => {
    await after(IDLE_MS - HOUR_MS);
    await cyphers.takeAndPublish(world.asRapper, cypherId);
    await after(IDLE_MS - HOUR_MS);
    expect((await cyphers.page(cypherId))?.isOpen).toBe(true);
  });

  test("the deletion of a verse leaves the chain standing; of the last one, an ended cypher goes", async () => {
    const first = await cyphers.takeAndPublish(world.asRapper, cypherId);
    const second = await cyphers.takeAndPublish(world.asBoth, cypherId);
    await world.asRapper.mutation(api.verses.remove, { verseId: first });
    const page = await cyphers.page(cypherId);
    expect(page?.verses).toMatchObject([
      { id: second, answers: { verseId: null, rapper: null } },
    ]);
    await world.asRapper.mutation(api.cyphers.end, { cypherId });
    expect(await cyphers.page(cypherId)).not.toBeNull();
    await world.asBoth.mutation(api.verses.remove, { verseId: second });
    expect(await cyphers.find(cypherId)).toBeNull();
    expect(await world.rows("cypherPeople")).toEqual([]);
  });

  test("the export has the cyphers that one started, and one's turns", async () => {
    await cyphers.takeAndPublish(world.asRapper, cypherId);
    const { userId } = world.asRapper;
    expect(await exportedRows(world.asRapper, "cyphers")).toMatchObject([
      { id: cypherId, beatTitle: "Rain", bars: 8, verses: 1, endedAt: null },
    ]);
    expect(await exportedRows(world.asRapper, "turns")).toEqual([
      {
        cypherId,
        verses: 1,
        missed: 0,
        isWaiting: 0,
        isMailed: 0,
        inLineSince: null,
      },
    ]);
    expect(await exportedRows(world.asBoth, "turns")).toEqual([]);
    expect((await world.rows("cypherPeople"))[0]?.userId).toBe(userId);
  });

  test("a beat takes its cyphers along, and their pages say so", async () => {
    await cyphers.takeAndPublish(world.asRapper, cypherId);
    await cyphers.take(world.asBoth, cypherId);
    await world.asProducer.mutation(api.beats.remove, { beatId });
    const get = { cypherId };
    expect(await world.stranger.query(api.cyphers.get, get)).toBe("gone");
    expect(await world.rows("cyphers")).toEqual([]);
    expect(await world.rows("cypherPeople")).toEqual([]);
    await after(7 * HOUR_MS);
  });
});
