import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { expectRefusal, makeWorld, type Person } from "./testing/test.world";

type World = Awaited<ReturnType<typeof makeWorld>>;

let world: World;
let beatId: Id<"beats">;

beforeEach(async () => {
  world = await makeWorld();
  beatId = await world.publishBeat(world.asProducer);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe("drafts", () => {
  const save = (person: Person, words: string, base: number | null = null) =>
    person.mutation(api.words.saveDraft, { beatId, words, base, ageMs: 0 });
  const read = (person: Person) => person.query(api.words.draft, { beatId });

  test("are read by their owner alone", async () => {
    const kept = await save(world.asRapper, "मेरी गली\nmy lane");
    expect(kept).toMatchObject({ text: "मेरी गली\nmy lane", older: null });
    expect(await read(world.asRapper)).toEqual(kept);
    expect(await read(world.asBoth)).toBe(null);
    expect(await read(world.asProducer)).toBe(null);
    expect(await world.stranger.query(api.words.draft, { beatId })).toBe(null);
  });

  test("are for people who rap", async () => {
    for (const person of [world.asProducer, world.asListener]) {
      await expectRefusal(save(person, "a"), "ONLY_RAPPERS_RECORD");
    }
    await expectRefusal(save(world.asUnconfirmed, "a"), "EMAIL_NOT_CONFIRMED");
    await expectRefusal(save(world.asNameless, "a"), "PROFILE_MISSING");
    const edit = { beatId, words: "a", base: null, ageMs: 0 };
    const signedOut = world.stranger.mutation(api.words.saveDraft, edit);
    await expectRefusal(signedOut, "NOT_SIGNED_IN");
    expect(await world.rows("wordDrafts")).toEqual([]);
  });

  test("keep both versions if two devices edited the same one", async () => {
    const first = await save(world.asRapper, "first");
    await save(world.asRapper, "from the phone", first.savedAt);
    const kept = await save(world.asRapper, "from the laptop", first.savedAt);
    expect(kept.text).toBe("from the laptop");
    expect(kept.older?.text).toBe("from the phone");
    expect(await world.rows("wordDrafts")).toHaveLength(1);
  });

  test("let the newer edit win, although it arrives first", async () => {
    const first = await save(world.asRapper, "first");
    await save(world.asRapper, "typed later", first.savedAt);
    const kept = await world.asRapper.mutation(api.words.saveDraft, {
      ...{ beatId, words: "typed earlier, offline" },
      ...{ base: first.savedAt, ageMs: 60_000 },
    });
    expect(kept.text).toBe("typed later");
    expect(kept.older?.text).toBe("typed earlier, offline");
  });

  test.each([
    ["WORDS_TOO_LONG", "x".repeat(4001)],
    ["WORDS_PILED_UP", `a${"\u0301".repeat(4000)}`],
    ["WORDS_TOO_MANY_LINES", "a\n".repeat(501)],
  ] as const)("are refused with %s", async (code, words) => {
    await expectRefusal(save(world.asRapper, words), code);
    expect(await read(world.asRapper)).toBe(null);
  });

  test("of 4,000 characters in any script are accepted", async () => {
    const words = "मैं".repeat(4000);
    expect((await save(world.asRapper, words)).text).toBe(words);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1e300, 1e300])(
    "have a sane time, whatever the age (%d ms)",
    async (ageMs) => {
      const edit = { beatId, words: "a", base: null, ageMs };
      const kept = await world.asRapper.mutation(api.words.saveDraft, edit);
      expect(kept.savedAt).toBeGreaterThanOrEqual(0);
      expect(kept.savedAt).toBeLessThanOrEqual(Date.now());
    },
  );

  test("survive the deletion of their beat, but need one to begin with", async () => {
    await save(world.asRapper, "mine");
    await world.asProducer.mutation(api.beats.remove, { beatId });
    expect(await read(world.asRapper)).toMatchObject({ text: "mine" });
    const { text } = await save(world.asRapper, "still mine");
    expect(text).toBe("still mine");
    await expectRefusal(save(world.asBoth, "new"), "BEAT_NOT_FOUND");
  });

  test("have a limit in number, which loses nothing", async () => {
    const { userId: ownerId } = world.asRapper;
    await world.t.run(async ({ db }) => {
      const draft = { ownerId, text: "a", savedAt: 1, older: null };
      for (let n = 0; n < 100; n++) {
        const beat = await db.get("beats", beatId);
        if (beat === null) throw new Error("no beat");
        const { _id, _creationTime, ...fields } = beat;
        const other = await db.insert("beats", fields);
        await db.insert("wordDrafts", { ...draft, beatId: other });
      }
    });
    await expectRefusal(save(world.asRapper, "b"), "TOO_MANY_WORD_DRAFTS");
    expect(await world.rows("wordDrafts")).toHaveLength(100);
  });

  test("are limited in frequency", async () => {
    vi.stubEnv("LIMIT_WORDS_PER_ACCOUNT", "2");
    await save(world.asRapper, "a");
    await save(world.asRapper, "b");
    await expect(save(world.asRapper, "c")).rejects.toThrow("RATE_LIMITED");
    expect(await read(world.asBoth)).toBe(null);
  });

  test("have none for an id that is not one of a beat", async () => {
    const wrong = { beatId: "nonsense" };
    expect(await world.asRapper.query(api.words.draft, wrong)).toBe(null);
  });
});

describe("published words", () => {
  const text = "पहली पंक्ति\n\nsecond line";

  const publish = (fields: { words?: string; wordStartsMs?: number[] } = {}) =>
    world.publishVerse(world.asRapper, beatId, { words: text, ...fields });
  const read = (verseId: string) =>
    world.stranger.query(api.words.get, { verseId });

  test("are read by everyone, with the time of each line", async () => {
    const verseId = await publish({ wordStartsMs: [0, 900] });
    const lines = [
      { line: 0, startMs: 0 },
      { line: 2, startMs: 900 },
    ];
    expect(await read(verseId)).toEqual({ text, lines, editedAt: null });
    const [verse] = await world.stranger.query(api.verses.listByBeat, {
      beatId,
    });
    expect(verse?.hasWords).toBe(true);
  });

  test("are not there unless they are sent", async () => {
    const verseId = await publish({ words: " \n" });
    const without = await world.publishVerse(world.asBoth, beatId);
    expect(await read(verseId)).toBe(null);
    expect(await read(without)).toBe(null);
    expect(await read("nonsense")).toBe(null);
    const verses = await world.stranger.query(api.verses.listByBeat, {
      beatId,
    });
    expect(verses.map(({ hasWords }) => hasWords)).toEqual([false, false]);
  });

  test.each([[[5, 1]], [[0]], [[0, Number.NaN]], [[]]])(
    "are spread over the verse if their times do not fit: %j",
    async (wordStartsMs) => {
      const found = await read(await publish({ wordStartsMs }));
      const [verse] = await world.rows("verses");
      const half = Math.round((verse?.durationMs ?? 0) / 2);
      expect(found?.lines.map(({ startMs }) => startMs)).toEqual([0, half]);
    },
  );

  test("start no later than the verse ends", async () => {
    const found = await read(await publish({ wordStartsMs: [0, 1e300] }));
    const [verse] = await world.rows("verses");
    expect(found?.lines.at(-1)?.startMs).toBe(verse?.durationMs);
  });

  test.each([
    ["WORDS_TOO_LONG", "x".repeat(4001)],
    ["WORDS_PILED_UP", "\u0301".repeat(4000)],
    ["WORDS_TOO_MANY_LINES", "a\n".repeat(501)],
  ] as const)(
    "are refused with %s, before the upload is used",
    async (code, words) => {
      await expectRefusal(publish({ words }), code);
      expect(await world.rows("verses")).toEqual([]);
      expect(await world.rows("files")).toHaveLength(1); // the file of the beat
    },
  );

  test("are edited by their rapper alone, which is marked", async () => {
    const verseId = await publish({ wordStartsMs: [0, 900] });
    const edit = (person: Person, words: string) =>
      person.mutation(api.words.edit, { verseId, words });
    for (const person of [world.asProducer, world.asBoth, world.asListener]) {
      await expectRefusal(edit(person, "x"), "NOT_YOUR_WORDS");
    }
    await edit(world.asRapper, `${text}!`);
    const found = await read(verseId);
    expect(found).toMatchObject({ text: `${text}!` });
    expect(found?.lines.map(({ startMs }) => startMs)).toEqual([0, 900]);
    expect(found?.editedAt).toBeTypeOf("number");
  });

  test("are not marked if an edit changes nothing, and cannot become empty", async () => {
    const verseId = await publish();
    const edit = (words: string) =>
      world.asRapper.mutation(api.words.edit, { verseId, words });
    await edit(`${text} \n`);
    expect((await read(verseId))?.editedAt).toBe(null);
    await expectRefusal(edit(" \n"), "WORDS_REQUIRED");
    await expectRefusal(edit("x".repeat(4001)), "WORDS_TOO_LONG");
  });

  test("have at most one empty line in a row, also if they were stored with more", async () => {
    const words = "one\n\n\n\n\ntwo\nthree";
    const folded = {
      text: "one\n\ntwo\nthree",
      lines: [0, 2, 3].map((line, n) => ({ line, startMs: n * 900 })),
      editedAt: null,
    };
    const verseId = await publish({ words, wordStartsMs: [0, 900, 1800] });
    expect(await read(verseId)).toEqual(folded);
    const [row] = await world.rows("verseWords");
    if (!row) throw new Error("there are no words");
    const lines = [0, 5, 6].map((line, n) => ({ line, startMs: n * 900 }));
    await world.t.run((ctx) =>
      ctx.db.patch("verseWords", row._id, { text: words, lines }),
    );
    expect(await read(verseId)).toEqual(folded);
    const same = { verseId, words: folded.text };
    await world.asRapper.mutation(api.words.edit, same);
    expect(await read(verseId)).toEqual(folded);
  });

  test("are withdrawn by their rapper alone, and then cannot be edited", async () => {
    const verseId = await publish();
    const withdraw = (person: Person) =>
      person.mutation(api.words.withdraw, { verseId });
    for (const person of [world.asProducer, world.asBoth, world.asListener]) {
      await expectRefusal(withdraw(person), "NOT_YOUR_WORDS");
    }
    await withdraw(world.asRapper);
    await withdraw(world.asRapper);
    expect(await read(verseId)).toBe(null);
    expect(await world.rows("verses")).toMatchObject([{ hasWords: false }]);
    const edit = { verseId, words: "x" };
    const late = world.asRapper.mutation(api.words.edit, edit);
    await expectRefusal(late, "WORDS_NOT_FOUND");
  });

  test("go with their verse", async () => {
    const verseId = await publish();
    await world.asRapper.mutation(api.verses.remove, { verseId });
    expect(await world.rows("verseWords")).toEqual([]);
  });
});
