import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { sha256Of } from "./model/sha256";
import { EXPORT_TABLES } from "./shared/exports";
import { MAX_REPORT_LENGTH } from "./shared/safety";
import { MAX_WORDS_LENGTH } from "./shared/words";
import { setAuthKeys } from "./testing/test.authKeys";
import { appoint, decideNow, openTestCase } from "./testing/test.cases";
import {
  exportPage,
  exportedItems,
  exportedRows,
} from "./testing/test.exports";
import {
  joinWithPassword,
  leave,
  passSevenDays,
  removeAllDue,
  signIn,
} from "./testing/test.leaver";
import {
  type Person,
  type World,
  audioBytes,
  makeEmptyWorld,
} from "./testing/test.world";

let world: World;
let owner: Person;

beforeEach(async () => {
  await setAuthKeys();
  world = await makeEmptyWorld();
  owner = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "exporter",
  });
});

afterEach(() => world.end());

const suspend = async () => {
  const moderator = await appoint(world, await world.join());
  const subject = { subjectType: "profile", subjectId: owner.userId } as const;
  const { _id } = await openTestCase(world, subject);
  const decision = { decision: "suspend", suspension: 7 } as const;
  await decideNow(world, moderator, _id, decision);
};

test("the account, beats and verses have all their columns, in this order", async () => {
  const tags = ["=SUM(1)", "night"];
  const beatId = await world.publishBeat(owner, { title: "Gully", tags });
  const verseId = await world.publishVerse(owner, beatId);
  const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
  const [account] = await exportedRows(owner, "account");
  expect(Object.entries(account ?? {})).toEqual([
    ["email", "exporter@example.com"],
    ["username", "exporter"],
    ["role", "producer_rapper"],
    ["state", "Kerala"],
    ["bio", ""],
    ["instagram", ""],
    ["youtube", ""],
    ["joinedAt", createdAt],
  ]);
  const [beat] = await exportedItems(owner, "beats");
  expect(Object.entries(beat?.row ?? {})).toEqual([
    ["id", beatId],
    ["title", "Gully"],
    ["genre", "Trap"],
    ["bpm", 97],
    ["tags", tags],
    ["state", "Kerala"],
    ["terms", "here"],
    ["versesLimit", 10],
    ["verses", 1],
    ["votes", 0],
    ["durationMs", expect.any(Number)],
    ["createdAt", createdAt],
    ["file", null],
  ]);
  expect(beat).toMatchObject({ title: "Gully", words: null, olderWords: null });
  const [verse] = await exportedItems(owner, "verses");
  expect(Object.entries(verse?.row ?? {})).toEqual([
    ["id", verseId],
    ["beatId", beatId],
    ["beatTitle", "Gully"],
    ["terms", "here"],
    ["votes", 0],
    ["durationMs", expect.any(Number)],
    ["startBar", null],
    ["bars", null],
    ["answersVerseId", null],
    ["answersRapper", null],
    ["answers", 0],
    ["cypherId", null],
    ["createdAt", createdAt],
    ["file", null],
    ["words", null],
  ]);
  expect(verse?.sound).toMatchObject({ extension: "webm" });
});

test("a sound has the address, the size and the checksum of the stored file", async () => {
  await world.publishBeat(owner);
  const [beat] = await exportedItems(owner, "beats");
  const stored = await audioBytes("beat-97bpm-short-2s.mp3");
  const [file] = await world.storedFiles();
  const id = file?._id as Id<"_storage">; // publishing has stored it
  expect(beat?.sound).toEqual({
    url: await world.t.run((ctx) => ctx.storage.getUrl(id)),
    extension: "mp3",
    sizeBytes: stored.length,
    sha256: sha256Of(stored),
  });
});

test("a sound whose file is gone is left out, and its row stays", async () => {
  await world.publishBeat(owner);
  await world.t.run(async (ctx) => {
    for (const { storageId } of await ctx.db.query("files").collect()) {
      await ctx.storage.delete(storageId);
    }
  });
  expect(await exportedItems(owner, "beats")).toMatchObject([
    { title: "Gully", sound: null },
  ]);
});

test("votes and reports have all their columns, in this order", async () => {
  const other = await world.join({ role: "producer", username: "other" });
  const contentId = await world.publishBeat(other);
  const listener = await world.join({ role: "listener", username: "listens" });
  await listener.mutation(api.votes.set, {
    ...{ contentType: "beat", contentId, voted: true },
  });
  const subject = { subjectType: "beat", subjectId: contentId } as const;
  const report = { ...subject, reporterId: listener.userId };
  const { number } = await openTestCase(world, report);
  const createdAt = expect.any(String) as string;
  const [vote] = await exportedRows(listener, "votes");
  expect(Object.entries(vote ?? {})).toEqual([
    ["contentType", "beat"],
    ["contentId", contentId],
    ["createdAt", createdAt],
  ]);
  const [row] = await exportedRows(listener, "reports");
  expect(Object.entries(row ?? {})).toEqual([
    ["number", number],
    ["kind", "report"],
    ["about", "beat"],
    ["reason", "spam"],
    ["text", "Look at this."],
    ["createdAt", createdAt],
    ["decidedAt", null],
  ]);
});

test("verses come with their words, and drafts with both versions", async () => {
  const beatId = await world.publishBeat(owner, { title: "गली" });
  const words = "<b>पहली</b>\n\nsecond & last";
  await world.publishVerse(owner, beatId, { words });
  await world.publishVerse(owner, beatId);
  const save = (text: string, base: number | null) =>
    owner.mutation(api.words.saveDraft, {
      ...{ beatId, words: text, base, ageMs: 0 },
    });
  const { savedAt } = await save("kept once", null);
  await save("", savedAt);
  expect(await exportedItems(owner, "verses")).toMatchObject([
    { title: "गली", words },
    { title: "गली", words: null },
  ]);
  const [draft] = await exportedItems(owner, "drafts");
  const texts = { words: "", olderWords: "kept once" };
  expect(draft).toMatchObject({ title: "गली", sound: null, ...texts });
  const time = expect.any(String) as string;
  expect(Object.entries(draft?.row ?? {})).toEqual([
    ["beatId", beatId],
    ["beatTitle", "गली"],
    ["savedAt", time],
    ["file", null],
    ["olderSavedAt", new Date(savedAt).toISOString()],
    ["olderFile", null],
  ]);
});

test("words that are withdrawn meanwhile are left out", async () => {
  const beatId = await world.publishBeat(owner);
  const verseId = await world.publishVerse(owner, beatId, { words: "mine" });
  await owner.mutation(api.words.withdraw, { verseId });
  await world.t.run((ctx) =>
    ctx.db.patch("verses", verseId, { hasWords: true }),
  );
  expect(await exportedItems(owner, "verses")).toMatchObject([{ words: null }]);
});

test("nothing that others have is in it", async () => {
  const beatId = await world.publishBeat(owner);
  const other = await world.join({
    role: "producer_rapper",
    username: "elsewhere",
  });
  const othersBeat = await world.publishBeat(other, { title: "THEIRS" });
  await world.publishVerse(other, beatId, { words: "THEIRS" });
  await other.mutation(api.words.saveDraft, {
    ...{ beatId, words: "THEIRS", base: null, ageMs: 0 },
  });
  const aboutMe = { subjectType: "beat", subjectId: beatId } as const;
  const text = "THEIRS";
  await openTestCase(world, { ...aboutMe, reporterId: other.userId, text });
  const all = [];
  for (const table of EXPORT_TABLES)
    all.push(await exportedItems(owner, table));
  const known = JSON.stringify(all);
  expect(known).toContain(beatId);
  for (const trace of ["THEIRS", "elsewhere", other.userId, othersBeat]) {
    expect(known).not.toContain(trace);
  }
});

test("only a signed-in person gets anything", async () => {
  await world.publishBeat(owner);
  const other = await world.join({ username: "other" });
  expect((await exportPage(owner, "beats")).items).toHaveLength(1);
  expect(await exportPage(other, "beats")).toEqual({
    ...{ columns: [], items: [], next: null },
  });
  for (const table of EXPORT_TABLES) {
    const args = { table, cursor: null };
    expect(await world.stranger.query(api.exports.page, args)).toBeNull();
  }
});

test("tables and cursors that do not exist are refused", async () => {
  const ask = (args: object) =>
    owner.query(api.exports.page, args as { table: "beats"; cursor: null });
  for (const args of [
    {},
    { table: "users", cursor: null },
    { table: "beats", cursor: 5 },
    { table: "beats", cursor: "nonsense" },
    { table: "beats", cursor: null, userId: owner.userId },
  ]) {
    await expect(ask(args), JSON.stringify(args)).rejects.toThrow();
  }
});

test("a person who is unconfirmed, nameless or suspended can export", async () => {
  const unconfirmed = await world.join({ isConfirmed: false, username: "new" });
  const nameless = await world.join({ hasProfile: false, username: "none" });
  expect(await exportedRows(unconfirmed, "account")).toMatchObject([
    { email: "new@example.com", username: "new" },
  ]);
  expect(await exportedRows(nameless, "account")).toMatchObject([
    { email: "none@example.com", username: null, joinedAt: null },
  ]);
  await world.publishBeat(owner);
  await suspend();
  expect(await world.rows("suspensions")).toHaveLength(1);
  expect(await exportedRows(owner, "beats")).toHaveLength(1);
});

test("who leaves can sign in and export for seven days, and then nothing is there", async () => {
  await world.publishBeat(owner);
  await leave(owner);
  const args = { table: "beats", cursor: null } as const;
  expect(await owner.query(api.exports.page, args)).toBeNull();
  const returned = await signIn(world, owner);
  expect(await exportedRows(returned, "beats")).toHaveLength(1);
  await leave(returned);
  await passSevenDays(world);
  await removeAllDue(world);
  expect(await returned.query(api.exports.page, args)).toBeNull();
});

test("pages follow each other, and none is larger than a server may answer", async () => {
  const subjectId = await world.publishBeat(owner);
  const report = {
    subjectType: "beat",
    subjectId,
    reporterId: owner.userId,
    text: "\u0001".repeat(MAX_REPORT_LENGTH), // six bytes each in JSON
  } as const;
  for (let n = 0; n < 101; n++) await openTestCase(world, report);
  await world.t.run(async ({ db }) => {
    for (let n = 0; n < 30; n++) {
      await db.insert("wordDrafts", {
        ...{ ownerId: owner.userId, beatId: subjectId, savedAt: n },
        text: "ग".repeat(MAX_WORDS_LENGTH),
        older: { text: "ग".repeat(MAX_WORDS_LENGTH), savedAt: n },
      });
    }
  });
  for (const [table, count] of [
    ["reports", 101],
    ["drafts", 30],
  ] as const) {
    const first = await exportPage(owner, table);
    expect(new TextEncoder().encode(JSON.stringify(first)).length).toBeLessThan(
      4 * 2 ** 20,
    );
    expect(first.next).not.toBeNull();
    const rows = await exportedRows(owner, table);
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(count);
  }
});
