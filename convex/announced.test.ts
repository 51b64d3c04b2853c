import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { DAY_MS, MINUTE_MS } from "./shared/limits";
import { setAuthKeys } from "./testing/test.authKeys";
import { makeCypherWorld } from "./testing/test.cyphers";
import { emailOf } from "./testing/test.leaver";
import { openMailbox } from "./testing/test.mailbox";
import { expectRefusal, type Person } from "./testing/test.world";

/** A Friday in India, later than anything in the test's world. */
const NOON = Date.parse("2100-01-15T12:00:00+05:30");
const NINE = Date.parse("2100-01-15T21:00:00+05:30");

let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let made: Awaited<ReturnType<typeof makeCypherWorld>>;
let world: (typeof made)["world"];
let cyphers: (typeof made)["cyphers"];

beforeEach(async () => {
  await setAuthKeys();
  mailbox = await openMailbox();
  vi.stubEnv("SMTP_URL", mailbox.url);
  made = await makeCypherWorld();
  ({ world, cyphers } = made);
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});

afterEach(async () => {
  await world.end();
  vi.useRealTimers();
  await mailbox.close();
  vi.unstubAllEnvs();
});

const announce = (startsAt: number, person = world.asRapper) =>
  cyphers.openLive(person, made.beatId, startsAt);

const kinds = async (person: Person) => {
  const { rings } = await person.query(api.bell.list, { count: 20 });
  return rings.map(({ kind, subject }) => [kind, subject?.startsAt]);
};

test.each([
  ["less than 15 minutes ahead", NOON],
  ["more than 14 days ahead", NOON + 14 * DAY_MS + 15 * MINUTE_MS],
  ["not on a quarter of an hour", NINE + MINUTE_MS],
  ["no time at all", NaN],
])("a cypher cannot be announced for %s", async (_, startsAt) => {
  vi.setSystemTime(NOON - MINUTE_MS);
  await expectRefusal(announce(startsAt), "CYPHER_TIME");
});

test("nor can a slow one", async () => {
  const { beatId } = made;
  const slow = { beatId, bars: 8, startsAt: NINE } as const;
  await expectRefusal(
    world.asRapper.mutation(api.cyphers.open, slow),
    "CYPHER_TIME",
  );
});

test("the first and the last time that can be chosen are taken", async () => {
  for (const startsAt of [NOON + 15 * MINUTE_MS, NOON + 14 * DAY_MS]) {
    const cypherId = await announce(startsAt);
    await world.asRapper.mutation(api.cyphers.end, { cypherId });
    expect(await cyphers.find(cypherId)).toBeNull();
  }
});

describe("an announced cypher", () => {
  let cypherId: Id<"cyphers">;

  beforeEach(async () => {
    cypherId = await announce(NINE);
  });

  test("counts among those of its beat and its host, and says when it starts", async () => {
    expect(await cyphers.page(cypherId)).toMatchObject({
      ...{ pace: "live", startsAt: NINE, isOpen: false, endReason: null },
      ...{ mic: null, ride: null },
    });
    const { beatId } = made;
    const { open } = await world.stranger.query(api.cyphers.onBeat, { beatId });
    expect(open).toMatchObject({
      ...{ id: cypherId, startsAt: NINE, isLive: false },
    });
    await expectRefusal(announce(NINE, world.asBoth), "CYPHER_EXISTS");
    for (const startsAt of [undefined, NINE]) {
      const otherId = await world.publishBeat(world.asProducer);
      const another = cyphers.openLive(world.asRapper, otherId, startsAt);
      if (startsAt) await expectRefusal(another, "CYPHERS_TOO_MANY");
      else await another;
    }
  });

  test("gives no mic before its time, and then opens by itself", async () => {
    await cyphers.join(world.asBoth, cypherId);
    expect((await cyphers.page(cypherId))?.mic).toBeNull();
    await cyphers.advance(NINE - NOON - 1);
    await cyphers.here(world.asBoth, cypherId);
    await cyphers.advance(1);
    expect(await cyphers.page(cypherId)).toMatchObject({
      ...{ isOpen: true, startsAt: null, ride: { at: NINE, bar: 1 } },
      mic: { holder: { userId: world.asBoth.userId } },
    });
    const { beatId } = made;
    const { open } = await world.stranger.query(api.cyphers.onBeat, { beatId });
    expect(open).toMatchObject({ startsAt: null, isLive: true });
  });

  test("has a room from half an hour before its time", async () => {
    const here = () => cyphers.here(world.asBoth, cypherId);
    await cyphers.advance(NINE - NOON - 30 * MINUTE_MS - 1);
    await expectRefusal(here(), "CYPHER_OVER");
    await cyphers.advance(1);
    await here();
  });

  test("opens at once if the server was down at its time, and reminds nobody", async () => {
    await cyphers.join(world.asBoth, cypherId);
    await cyphers.sleep(NINE - NOON + MINUTE_MS);
    expect(await cyphers.page(cypherId)).toMatchObject({ isOpen: true });
    expect(await kinds(world.asBoth)).toEqual([]);
  });

  test("opens also if its jobs are lost, as after an import", async () => {
    await cyphers.loseJobs();
    await cyphers.advance(NINE - NOON);
    expect(await cyphers.page(cypherId)).toMatchObject({ isOpen: false });
    await world.t.mutation(internal.cyphers.sweep, {});
    await cyphers.advance(MINUTE_MS);
    expect(await cyphers.page(cypherId)).toMatchObject({ isOpen: true });
  });

  test("reminds in time if its jobs were lost before, and only once", async () => {
    await cyphers.loseJobs();
    const watch = { cypherId, isWaiting: true };
    await world.asListener.mutation(api.cyphers.watch, watch);
    for (let n = 0; n < 2; n += 1) {
      await world.t.mutation(internal.cyphers.sweep, {});
      await cyphers.advance(MINUTE_MS);
    }
    expect(await cyphers.jobsOf(cypherId)).toHaveLength(1);
    await cyphers.advance(NINE - Date.now() - 15 * MINUTE_MS);
    expect(await kinds(world.asListener)).toEqual([["cypherStarts", NINE]]);
  });

  test("leaves no job when it is called off, nor with its beat", async () => {
    const { beatId } = made;
    await world.asRapper.mutation(api.cyphers.end, { cypherId });
    expect(await cyphers.jobsOf(cypherId)).toEqual([]);
    const another = await announce(NINE);
    await cyphers.advance(NINE - NOON - MINUTE_MS); // the reminder has been sent
    expect(await cyphers.jobsOf(another)).toHaveLength(1);
    await world.asProducer.mutation(api.beats.remove, { beatId });
    expect(await cyphers.jobsOf(another)).toEqual([]);
  });

  test("tells at its start who asked after the reminder", async () => {
    await cyphers.advance(NINE - NOON - 5 * MINUTE_MS);
    const watch = { cypherId, isWaiting: true };
    await world.asListener.mutation(api.cyphers.watch, watch);
    await cyphers.advance(5 * MINUTE_MS);
    expect(await kinds(world.asListener)).toEqual([["cypherStarts", NINE]]);
    expect(await world.rows("cypherPeople")).toEqual([]);
  });

  test("tells also who asked and then got in line after the line was told", async () => {
    await cyphers.join(world.asBoth, cypherId);
    const watch = { cypherId, isWaiting: true };
    await world.asBoth.mutation(api.cyphers.watch, watch);
    await world.t.mutation(internal.cyphers.remindMore, { cypherId });
    expect(await kinds(world.asBoth)).toEqual([["cypherStarts", NINE]]);
  });

  test("reminds those who asked, and those in line also by mail", async () => {
    const watch = { cypherId, isWaiting: true };
    await world.asListener.mutation(api.cyphers.watch, watch);
    await cyphers.join(world.asBoth, cypherId);
    await world.asBoth.mutation(api.cyphers.watch, watch);
    expect(
      await world.asListener.query(api.cyphers.mine, { cypherId }),
    ).toMatchObject({ mayWait: true, isWaiting: true, mayJoin: false });
    await cyphers.advance(NINE - NOON - 15 * MINUTE_MS);
    const told = [["cypherStarts", NINE]];
    expect(await kinds(world.asListener)).toEqual(told);
    expect(await kinds(world.asBoth)).toEqual(told);
    const mail = await mailbox.mailTo(
      emailOf(world.asBoth),
      `/cyphers/${cypherId}`,
    );
    expect(mail.subject).toBe("Your cypher starts at 9:00 pm IST");
    expect(mail.text).toContain('The cypher on "Rain" starts at 9:00 pm IST.');
    expect(mail.headers).toContain("List-Unsubscribe=One-Click");
    expect(mailbox.mails.filter(({ text }) => text.includes("Rain"))).toEqual([
      mail,
    ]);
    await cyphers.advance(15 * MINUTE_MS);
    expect(await kinds(world.asListener)).toEqual(told);
  });

  test("mails nobody who has left the line, wants no such mails, or would come too late", async () => {
    const { userId } = world.asBoth;
    const send = () =>
      world.t.action(internal.mail.sendStart, {
        ...{ cypherId, userId, attempt: 1 },
      });
    await send();
    await cyphers.join(world.asBoth, cypherId);
    await world.asBoth.mutation(api.account.setMicMails, { isWanted: false });
    await send();
    await world.asBoth.mutation(api.account.setMicMails, { isWanted: true });
    await cyphers.sleep(NINE - NOON);
    await send();
    expect(mailbox.mails.filter(({ text }) => text.includes("Rain"))).toEqual(
      [],
    );
  });

  test("goes with its beat, and its host can call it off", async () => {
    await cyphers.advance(NINE - NOON - MINUTE_MS);
    await cyphers.enter(world.asBoth, cypherId);
    await expectRefusal(
      world.asBoth.mutation(api.cyphers.end, { cypherId }),
      "CANNOT_END_CYPHER",
    );
    await world.asProducer.mutation(api.beats.remove, { beatId: made.beatId });
    expect(await cyphers.find(cypherId)).toBeNull();
    await cyphers.advance(MINUTE_MS);
    for (const table of ["cypherPeople", "rooms", "roomLeases"] as const)
      expect(await world.rows(table)).toEqual([]);
  });
});

test("/home leads to what is live, else to a free mic, else to what is announced", async () => {
  const { beatId } = made;
  const newest = async () =>
    (await world.stranger.query(api.cyphers.newest, {}))?.id;
  const newBeat = () => world.publishBeat(world.asProducer);
  const taken = await cyphers.open(world.asBoth, beatId);
  await cyphers.take(world.asRapper, taken);
  expect(await newest()).toBe(taken);
  const later = await cyphers.openLive(
    ...([world.asRapper, await newBeat(), NINE + DAY_MS] as const),
  );
  const sooner = await cyphers.openLive(
    ...([world.asRapper, await newBeat(), NINE] as const),
  );
  expect(await newest()).toBe(sooner);
  const { turnNo } = await cyphers.load(taken);
  await world.asRapper.mutation(api.cyphers.pass, { cypherId: taken, turnNo });
  expect(await newest()).toBe(taken);
  await cyphers.advance(NINE - NOON);
  expect(await newest()).toBe(sooner);
  expect(later).not.toBe(sooner);
});

test("/home leads to the live cypher with the most verses, whatever was started since", async () => {
  vi.stubEnv("LIMIT_CYPHER_PER_ACCOUNT", "off");
  const newest = async () =>
    (await world.stranger.query(api.cyphers.newest, {}))?.id;
  const live = await cyphers.openLive(world.asRapper, made.beatId);
  await world.t.run(({ db }) => db.patch("cyphers", live, { verseCount: 1 }));
  const other = await cyphers.openLive(
    ...([world.asBoth, await world.publishBeat(world.asProducer)] as const),
  );
  await cyphers.enter(world.asBoth, other);
  const cypher = await cyphers.load(other);
  await world.t.run(async ({ db }) => {
    const {
      _id: _,
      _creationTime: __,
      ...slow
    } = { ...cypher, pace: "slow" as const };
    for (let n = 0; n < 20; n += 1) await db.insert("cyphers", slow);
  });
  expect(await newest()).toBe(live);
  await world.t.run(({ db }) => db.patch("cyphers", live, { verseCount: 0 }));
  expect(await newest()).toBe(other);
});
