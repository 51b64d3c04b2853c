import { beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { withMailWorld, type Mailbox } from "./testing/test.mailWorld";
import { appoint, decideNow, openTestCase } from "./testing/test.cases";
import { emailOf, joinWithPassword, leave } from "./testing/test.leaver";
import { type Person, type World, expectRefusal } from "./testing/test.world";
import { DAY_MS } from "./shared/limits";

let mailbox: Mailbox;
let world: World;
withMailWorld((made) => ({ world, mailbox } = made));
let producer: Person;
let rapper: Person;
let beatId: Id<"beats">;

beforeEach(async () => {
  producer = await world.join({ role: "producer_rapper", username: "boss" });
  rapper = await world.join({ role: "rapper", username: "voice" });
  beatId = await world.publishBeat(producer, { title: "Naya" });
});

const deletedOf = async (person: Person) =>
  (await person.query(api.leaving.notices, {})).deleted;

const mailsTo = (person: Person) =>
  mailbox.mails.filter(({ to }) => to === emailOf(person));

/** Returns the only published file of a verse, whose address everyone knows. */
async function publishedFile(verseId: Id<"verses">) {
  const files = await world.rows("files");
  const file = files.find(({ claimedBy }) => claimedBy === verseId);
  if (!file) throw new Error("no file");
  return file.storageId;
}

const isStored = async (storageId: Id<"_storage">) =>
  (await world.storedFiles()).some(({ _id }) => _id === storageId);

/** Waits until every kept file has moved. Moving one twice changes nothing. */
async function settleMoves() {
  await world.settle();
  for (const { _id: keptId } of await world.rows("keptVerses")) {
    await world.t.action(internal.leaving.moveKept, { keptId });
  }
}

/** Lets the seven days of all kept verses pass. */
const passSevenDays = () =>
  world.t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("keptVerses").collect()) {
      await ctx.db.patch("keptVerses", _id, { goesAt: Date.now() - 1 });
    }
  });

test("a rapper keeps the file of a verse whose beat was deleted for seven days, at an address of its own", async () => {
  const verseId = await world.publishVerse(rapper, beatId);
  const own = await world.publishVerse(producer, beatId);
  const published = await publishedFile(verseId);
  const ownFile = await publishedFile(own);
  await producer.mutation(api.beats.remove, { beatId });
  expect(await world.rows("verses")).toEqual([]);
  await settleMoves();

  const [deleted, ...others] = await deletedOf(rapper);
  expect(others).toEqual([]);
  expect(deleted).toMatchObject({
    ...{ beatTitle: "Naya", producer: "boss", extension: "webm" },
  });
  expect(deleted?.fileUrl).toContain("http");
  expect((deleted?.goesAt ?? 0) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
  expect(await isStored(published)).toBe(false);
  expect(await isStored(ownFile)).toBe(false);
  expect(await deletedOf(producer)).toEqual([]);
  expect(await world.stranger.query(api.leaving.notices, {})).toMatchObject({
    deleted: [],
  });

  await passSevenDays();
  await world.t.mutation(internal.leaving.sweepKept, {});
  expect(await deletedOf(rapper)).toEqual([]);
  expect(await world.storedFiles()).toEqual([]);
});

test("one mail names the deletion, however many verses go with a beat", async () => {
  await world.publishVerse(rapper, beatId);
  await world.publishVerse(rapper, beatId);
  await producer.mutation(api.beats.remove, { beatId });
  await settleMoves();
  await mailbox.mailTo(emailOf(rapper), "/home");
  expect(mailsTo(rapper).map(({ subject }) => subject)).toEqual([
    "A producer deleted your verse. Save it now",
  ]);
  expect(mailsTo(producer)).toEqual([]);
  expect(await deletedOf(rapper)).toHaveLength(2);
});

test("a producer who deletes verse by verse sends at most five mails a day", async () => {
  for (let nth = 0; nth < 6; nth += 1) {
    const verseId = await world.publishVerse(rapper, beatId);
    await producer.mutation(api.verses.remove, { verseId });
  }
  await settleMoves();
  expect(await deletedOf(rapper)).toHaveLength(6);
  expect(mailsTo(rapper)).toHaveLength(5);
});

test("the rapper throws a kept file away, which ends the notice and frees its space; nobody else can", async () => {
  const verseId = await world.publishVerse(rapper, beatId);
  await producer.mutation(api.verses.remove, { verseId });
  await settleMoves();
  const [deleted] = await deletedOf(rapper);
  if (!deleted) throw new Error("nothing is kept");
  const discard = { keptId: deleted.id };
  await producer.mutation(api.leaving.discardKept, discard);
  await rapper.mutation(api.leaving.discardKept, { keptId: "nothing" });
  await expectRefusal(
    world.stranger.mutation(api.leaving.discardKept, discard),
    "NOT_SIGNED_IN",
  );
  expect(await deletedOf(rapper)).toHaveLength(1);

  await rapper.mutation(api.leaving.discardKept, discard);
  await rapper.mutation(api.leaving.discardKept, discard);
  expect(await deletedOf(rapper)).toEqual([]);
  expect(await world.rows("keptVerses")).toEqual([]);
  const storage = await rapper.query(api.files.myStorage, {});
  expect(storage?.usedBytes).toBe(0);
});

test("fifty deleted verses are listed, and it is said that there are more", async () => {
  const verseId = await world.publishVerse(rapper, beatId);
  await producer.mutation(api.verses.remove, { verseId });
  await settleMoves();
  const [kept] = await world.rows("keptVerses");
  if (!kept) throw new Error("nothing is kept");
  const { _id, _creationTime, ...fields } = kept;
  const copy = () => world.t.run((ctx) => ctx.db.insert("keptVerses", fields));
  for (let nth = 1; nth < 50; nth += 1) await copy();
  const all = await rapper.query(api.leaving.notices, {});
  expect(all.deleted).toHaveLength(50);
  expect(all.hasMoreDeleted).toBe(false);
  await copy();
  const more = await rapper.query(api.leaving.notices, {});
  expect(more.deleted).toHaveLength(50);
  expect(more.hasMoreDeleted).toBe(true);
});

test("nothing is kept of a verse that its rapper deletes", async () => {
  const verseId = await world.publishVerse(rapper, beatId);
  const published = await publishedFile(verseId);
  await rapper.mutation(api.verses.remove, { verseId });
  await settleMoves();
  expect(await world.rows("keptVerses")).toEqual([]);
  expect(await isStored(published)).toBe(false);
  expect(mailsTo(rapper)).toEqual([]);
});

test("a kept file takes space until it goes, and the sweep of uploads leaves it", async () => {
  const verseId = await world.publishVerse(rapper, beatId);
  await producer.mutation(api.verses.remove, { verseId });
  await settleMoves();
  const used = async () =>
    (await rapper.query(api.files.myStorage, {}))?.usedBytes;
  expect(await used()).toBeGreaterThan(0);
  vi.useFakeTimers({ now: Date.now() + 2 * DAY_MS, toFake: ["Date"] });
  await world.t.mutation(internal.files.sweep, {});
  vi.useRealTimers();
  const [deleted] = await deletedOf(rapper);
  expect(deleted?.fileUrl).toContain("http");
  vi.useFakeTimers({ now: Date.now() + 8 * DAY_MS, toFake: ["Date"] });
  await world.t.mutation(internal.leaving.sweepKept, {});
  expect(await used()).toBe(0);
  vi.useRealTimers();
});

/** Lets the hourly sweep run, at the end of the time that all files are kept for. */
async function sweepLater() {
  await passSevenDays();
  await world.t.mutation(internal.leaving.sweepKept, {});
}

test.each(["verse", "beat"] as const)(
  "the rapper gets the file of a deleted verse once moderators dismiss a report on the %s, and has seven days from then",
  async (subjectType) => {
    const verseId = await world.publishVerse(rapper, beatId);
    const published = await publishedFile(verseId);
    const found = await openTestCase(
      world,
      subjectType === "verse"
        ? { subjectType, subjectId: verseId }
        : { subjectType, subjectId: beatId },
    );
    await producer.mutation(api.beats.remove, { beatId });
    await settleMoves();
    expect(await isStored(published)).toBe(false);
    await sweepLater();
    expect(await deletedOf(rapper)).toEqual([]);
    expect(mailsTo(rapper)).toEqual([]);

    const moderator = await appoint(world, await world.join());
    await decideNow(world, moderator, found._id, { decision: "dismiss" });
    await sweepLater();
    await mailbox.mailTo(emailOf(rapper), "/home");
    expect(mailsTo(rapper)).toHaveLength(1);
    const [deleted] = await deletedOf(rapper);
    expect(deleted?.fileUrl).toContain("http");
    expect((deleted?.goesAt ?? 0) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
    await sweepLater();
    expect(await world.rows("keptVerses")).toEqual([]);
  },
);

test("the held file goes when moderators remove what was reported, and the rapper never gets it", async () => {
  await world.publishVerse(rapper, beatId);
  const reported = { subjectType: "beat", subjectId: beatId } as const;
  const moderator = await appoint(world, await world.join());
  const found = await openTestCase(world, reported);
  await producer.mutation(api.beats.remove, { beatId });
  await settleMoves();
  await decideNow(world, moderator, found._id, {
    ...{ decision: "remove", reason: "Stolen." },
  });
  await sweepLater();
  expect(await world.rows("keptVerses")).toEqual([]);
  expect(await world.storedFiles()).toEqual([]);
  expect(await deletedOf(rapper)).toEqual([]);
});

test("the rapper gets a held file when the producer leaves before a decision about the beat", async () => {
  const username = "goes";
  const leaver = await joinWithPassword(world, { role: "producer", username });
  const theirs = await world.publishBeat(leaver);
  await world.publishVerse(rapper, theirs);
  await openTestCase(world, { subjectType: "beat", subjectId: theirs });
  await leaver.mutation(api.beats.remove, { beatId: theirs });
  await settleMoves();
  await leave(leaver);
  await world.t.mutation(internal.leaving.removeNow, { username });
  await world.settle();
  expect(await world.rows("departures")).toEqual([]);
  await sweepLater();
  expect(await deletedOf(rapper)).toMatchObject([{ producer: "" }]);
});

test("a file whose move has failed is moved by the next sweep, once", async () => {
  const verseId = await world.publishVerse(rapper, beatId);
  await producer.mutation(api.verses.remove, { verseId });
  await settleMoves();
  const [kept] = await world.rows("keptVerses");
  if (!kept) throw new Error("nothing is kept");
  await world.t.run((ctx) =>
    ctx.db.patch("keptVerses", kept._id, { isMoved: false }),
  );
  await world.t.mutation(internal.leaving.sweepKept, {});
  await settleMoves();
  const [moved] = await world.rows("keptVerses");
  expect(moved?.isMoved).toBe(true);
  expect(await isStored(kept.storageId)).toBe(false);

  await world.t.action(internal.leaving.moveKept, { keptId: kept._id });
  expect(await world.rows("keptVerses")).toEqual([moved]);
});

test("of two copies the first stays, and a copy of what nobody keeps goes", async () => {
  const verseId = await world.publishVerse(rapper, beatId);
  await producer.mutation(api.verses.remove, { verseId });
  await settleMoves();
  const [kept] = await world.rows("keptVerses");
  if (!kept) throw new Error("nothing is kept");
  const late = await world.uploadBytes(new Uint8Array([1]));
  const finish = { keptId: kept._id, storageId: late };
  await world.t.mutation(internal.leaving.finishMove, finish);
  expect(await isStored(late)).toBe(false);
  expect(await isStored(kept.storageId)).toBe(true);
});
