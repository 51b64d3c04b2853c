import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { EXPORT_PATH, type ExportStage } from "./shared/exports";
import { setAuthKeys } from "./testing/test.authKeys";
import { appoint, decideNow, openTestCase } from "./testing/test.cases";
import {
  joinWithPassword,
  leave,
  passSevenDays,
  removeAllDue,
} from "./testing/test.leaver";
import { type Person, type World, makeEmptyWorld } from "./testing/test.world";

let world: World;
let owner: Person;
let beatId: Id<"beats">;
let othersBeat: Id<"beats">;
let verseId: Id<"verses">;

beforeEach(async () => {
  await setAuthKeys();
  world = await makeEmptyWorld();
  owner = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "exporter",
  });
  beatId = await world.publishBeat(owner, { title: "Own beat" });
  const other = await world.join({ role: "producer", username: "other" });
  othersBeat = await world.publishBeat(other);
  verseId = await world.publishVerse(owner, beatId, { words: "SECRET" });
});

afterEach(async () => {
  await world.settle();
  vi.unstubAllEnvs();
});

const latest = async () => {
  const exports = await world.rows("exports");
  const found = exports.at(-1);
  if (!found) throw new Error("no export");
  return found;
};

const becomesReady = () =>
  expect.poll(async () => (await latest()).stage).toBe("ready");

/** Prepares an export up to this stage, which comes next, and stops there. */
async function prepareUpTo(stage: ExportStage) {
  await owner.mutation(api.exports.start, {});
  await becomesReady();
  await world.settle(); // a last step that finds nothing to do
  const { _id: exportId } = await latest();
  await world.t.run((ctx) => ctx.db.patch("exports", exportId, { stage }));
  return exportId;
}

const goOn = async (exportId: Id<"exports">) => {
  await world.t.mutation(internal.exports.step, { exportId });
  await becomesReady();
  await world.settle();
};

async function contents(): Promise<string> {
  const response = await owner.fetch(EXPORT_PATH);
  expect([200, 206]).toContain(response.status);
  return response.text();
}

const saveDraft = async (words: string) => {
  const kept = await owner.query(api.words.draft, { beatId });
  const base = kept?.savedAt ?? null;
  const draft = { beatId, words, base, ageMs: 0 };
  await owner.mutation(api.words.saveDraft, draft);
};

const becomeListener = () =>
  owner.mutation(api.profiles.setRole, { role: "listener" });

const vote = (voted: boolean) =>
  owner.mutation(api.votes.set, {
    contentType: "beat",
    contentId: othersBeat,
    voted,
  });

const setBio = (bio: string) => {
  const none = { instagram: "", youtube: "" };
  const profile = { ...none, username: "exporter", bio };
  return owner.mutation(api.profiles.update, profile);
};

async function removeByModerator() {
  const moderator = await appoint(world, await world.join());
  const subject = { subjectType: "verse", subjectId: verseId } as const;
  const { _id } = await openTestCase(world, subject);
  await decideNow(world, moderator, _id, { decision: "remove" });
}

interface Removal {
  /** Text that the archive holds before the removal, and not after it. */
  text: string;
  before?: () => Promise<unknown>;
  remove: () => Promise<unknown>;
}

const REMOVALS: Record<string, Removal> = {
  "words are withdrawn": {
    text: "SECRET",
    remove: () => owner.mutation(api.words.withdraw, { verseId }),
  },
  "words are edited": {
    text: "SECRET",
    remove: () => owner.mutation(api.words.edit, { verseId, words: "other" }),
  },
  "a verse is deleted": {
    text: "audio/verses",
    remove: () => owner.mutation(api.verses.remove, { verseId }),
  },
  "a moderator removes a verse": {
    text: "audio/verses",
    remove: removeByModerator,
  },
  "a beat is deleted": {
    text: "audio/beats",
    remove: () => owner.mutation(api.beats.remove, { beatId }),
  },
  "a line of a draft is deleted": {
    text: "FIRST LINE",
    before: () => saveDraft("FIRST LINE\nsecond line"),
    remove: () => saveDraft("second line"),
  },
  "a vote is taken back": {
    text: '"contentType": "beat"',
    before: async () => {
      await becomeListener();
      await vote(true);
    },
    remove: () => vote(false),
  },
  "a profile is changed": {
    text: "OLD BIO",
    before: () => setBio("OLD BIO"),
    remove: () => setBio("new bio"),
  },
};

for (const [what, { text, before, remove }] of Object.entries(REMOVALS)) {
  test(`an export holds nothing that went before it was ready: ${what}`, async () => {
    await before?.();
    const exportId = await prepareUpTo("directory");
    await remove();
    await goOn(exportId);
    expect((await contents()).includes(text)).toBe(false);
    const [row, ...others] = await world.rows("exports");
    expect([row?.stage, others]).toEqual(["ready", []]);
    for (const entry of await world.rows("exportEntries")) {
      expect(entry.exportId).toBe(row?._id);
    }
  });

  test(`an export that is ready stays as it was: ${what}`, async () => {
    await before?.();
    const exportId = await prepareUpTo("ready");
    await remove();
    await goOn(exportId);
    const texts = await world.rows("exportEntries");
    expect(texts[0]?.exportId).toBe(exportId);
    const all = texts.map((entry) => `${entry.path} ${entry.text}`).join("\n");
    expect(all).toContain(text);
  });
}

test("an export does not start over for what is only added", async () => {
  await saveDraft("one");
  const exportId = await prepareUpTo("directory");
  await saveDraft("one\ntwo");
  await world.publishVerse(owner, beatId);
  await goOn(exportId);
  expect((await latest())._id).toBe(exportId);
});

test("nothing is left of an export that starts over while its account is removed", async () => {
  const exportId = await prepareUpTo("directory");
  await leave(owner);
  await passSevenDays(world);
  for (let turn = 0; turn < 3; turn += 1) {
    await world.t.mutation(internal.leaving.removeDue, {});
    await world.t.mutation(internal.exports.step, { exportId });
  }
  await removeAllDue(world);
  await world.settle();
  expect(await world.rows("exports")).toEqual([]);
  expect(await world.rows("exportEntries")).toEqual([]);
});

test("starting over takes no longer than one export may take", async () => {
  const exportId = await prepareUpTo("sounds");
  const { requestedAt } = await latest();
  const expiresAt = requestedAt + 1e6;
  await world.t.run((ctx) => ctx.db.patch("exports", exportId, { expiresAt }));
  await owner.mutation(api.words.withdraw, { verseId });
  await world.t.mutation(internal.exports.step, { exportId });
  const renewed = await latest();
  expect(renewed._id).not.toBe(exportId);
  expect(renewed).toMatchObject({ requestedAt, expiresAt });
  await becomesReady();
});
