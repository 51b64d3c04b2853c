/**
 * Every two public writes on one item, at once. Only a real backend runs two calls at a
 * time, so these run on the one of this repository alone. Each pair has an item and
 * people of its own; afterwards every number is counted again.
 */
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { sha256 } from "./model/sha256";
import { DAY_MS } from "./shared/limits";
import { barStartMs } from "./shared/beatGrid";
import { MESSAGES } from "./shared/messages";
import { LIMIT_VARIABLES } from "./shared/rateLimits";
import { TAIL_MS } from "./shared/sections";
import { CLAIM } from "./testing/test.claims";
import { cyphersOf } from "./testing/test.cyphers";
import { appoint, decide, openTestCase } from "./testing/test.cases";
import { foldAll } from "./testing/test.folds";
import { joinWithPassword, leave } from "./testing/test.leaver";
import { publicWrites } from "./testing/test.publicWrites";
import { miscounts } from "./testing/test.recount";
import "./testing/test.quickHashes";
import { makeEmptyWorld, type Person, type World } from "./testing/test.world";

/** A beat with a verse, a vote and a cypher, whose mic the rapper has. */
interface Stage {
  readonly producer: Person;
  readonly rapper: Person;
  readonly fan: Person;
  readonly listener: Person;
  readonly moderator: Person;
  readonly beatId: Id<"beats">;
  readonly verseId: Id<"verses">;
  readonly cypherId: Id<"cyphers">;
  /** A file that nobody has published. */
  readonly storageId: Id<"_storage">;
  /** One that does not state its length. */
  readonly takeId: Id<"_storage">;
  readonly turn: { cypherId: Id<"cyphers">; turnNo: number };
}

interface Act {
  readonly run: (stage: Stage) => Promise<unknown>;
  /** What has to be there before. */
  readonly before?: (stage: Stage) => Promise<unknown>;
}

let world: World;

beforeEach(async () => {
  for (const variable of LIMIT_VARIABLES) vi.stubEnv(variable, "off");
  world = await makeEmptyWorld();
});

afterEach(() => vi.unstubAllEnvs());

const vote =
  (contentType: "beat" | "verse", voted: boolean): Act["run"] =>
  ({ listener, beatId, verseId }) =>
    listener.mutation(api.votes.set, {
      ...{ contentType, voted },
      contentId: contentType === "beat" ? beatId : verseId,
    });

const cyphers = () => cyphersOf(world);

const pendings = new WeakMap<Stage, Id<"pendingDecisions">>();

const decided = (suspension: 1 | null) => async (stage: Stage) => {
  const { verseId, moderator } = stage;
  const subject = { subjectType: "verse", subjectId: verseId } as const;
  const { _id } = await openTestCase(world, subject);
  const decision = suspension ? "suspend" : "remove";
  pendings.set(stage, await decide(moderator, _id, { decision, suspension }));
};

const carryOut = (stage: Stage) => {
  const pendingId = pendings.get(stage);
  if (!pendingId) throw new Error("nothing is decided");
  return world.t.mutation(internal.moderation.carryOut, { pendingId });
};

/** Named by the function, and by what tells two calls of it apart. */
const ACTS: Record<string, Act> = {
  "votes:set on the beat": { run: vote("beat", true) },
  "votes:set back": { run: vote("beat", false), before: vote("beat", true) },
  "votes:set on the verse": { run: vote("verse", true) },
  "ears:record": {
    run: ({ fan, verseId: contentId }) =>
      fan.mutation(api.ears.record, { contentId }),
  },
  "beats:setVersesLimit": {
    run: ({ producer, beatId }) =>
      producer.mutation(api.beats.setVersesLimit, { beatId, versesCount: 15 }),
  },
  "beats:setTerms": {
    run: ({ producer, beatId }) =>
      producer.mutation(api.beats.setTerms, { beatId, terms: "share" }),
  },
  "bars:set": {
    run: ({ producer, beatId }) =>
      producer.mutation(api.bars.set, {
        ...{ beatId, grid: { firstBarMs: 100 }, key: null },
      }),
  },
  "beats:remove": {
    run: ({ producer, beatId }) =>
      producer.mutation(api.beats.remove, { beatId }),
  },
  "verses:create": {
    run: ({ fan, beatId }) => world.publishVerse(fan, beatId),
  },
  "verses:create as an answer": {
    run: ({ fan, beatId, verseId: answersId }) =>
      world.publishVerse(fan, beatId, { answersId }),
  },
  "verses:create from one file": {
    run: ({ fan, beatId, storageId }) =>
      fan.action(api.verses.create, {
        ...{ beatId, storageId, peaks: [1, 2], durationMs: 1 },
      }),
  },
  "verses:create for the turn": {
    run: ({ rapper, beatId, takeId: storageId, turn }) =>
      rapper.action(api.verses.create, { ...TAKE, beatId, storageId, turn }),
  },
  "verses:remove": {
    run: ({ rapper, verseId }) =>
      rapper.mutation(api.verses.remove, { verseId }),
  },
  "verses:remove by the producer": {
    run: ({ producer, verseId }) =>
      producer.mutation(api.verses.remove, { verseId }),
  },
  "words:edit": {
    run: ({ rapper, verseId }) =>
      rapper.mutation(api.words.edit, { verseId, words: "other\nlines" }),
  },
  "words:withdraw": {
    run: ({ rapper, verseId }) =>
      rapper.mutation(api.words.withdraw, { verseId }),
  },
  "words:saveDraft": {
    run: ({ fan, beatId }) =>
      fan.mutation(api.words.saveDraft, {
        ...{ beatId, words: "a draft", base: null, ageMs: 0 },
      }),
  },
  "cyphers:take": {
    run: ({ fan, cypherId }) => cyphers().take(fan, cypherId),
  },
  "cyphers:pass": {
    run: ({ rapper, turn }) => rapper.mutation(api.cyphers.pass, turn),
  },
  "cyphers:end": {
    run: ({ fan, cypherId }) => fan.mutation(api.cyphers.end, { cypherId }),
  },
  "cyphers:watch": {
    run: ({ fan, cypherId }) =>
      fan.mutation(api.cyphers.watch, { cypherId, isWaiting: true }),
  },
  "cyphers:sending": {
    run: ({ rapper, turn }) => rapper.mutation(api.cyphers.sending, turn),
  },
  "cyphers:open": {
    run: ({ fan, beatId }) =>
      fan.mutation(api.cyphers.open, { beatId, bars: 8 }),
    before: async ({ rapper, fan, turn, cypherId }) => {
      await rapper.mutation(api.cyphers.pass, turn);
      await fan.mutation(api.cyphers.end, { cypherId });
    },
  },
  "claims:confirm": {
    run: ({ verseId }) =>
      world.stranger.mutation(api.claims.confirm, { code: sha256(verseId) }),
    before: ({ verseId }) =>
      world.t.run(async ({ db }) => {
        await db.insert("waitingClaims", {
          ...{ ...CLAIM, claimantId: null, link: `/listen/verses/${verseId}` },
          ...{
            language: "en",
            codeHash: sha256(sha256(verseId)),
            number: null,
          },
          expiresAt: Date.now() + DAY_MS,
        });
      }),
  },
  "safety:report": {
    run: ({ fan, verseId }) =>
      fan.mutation(api.safety.report, {
        ...{ subjectType: "verse", subjectId: verseId },
        ...{ reason: "spam", text: "Look." },
      }),
  },
  "safety:setBlocked": {
    run: ({ producer, rapper: { userId } }) =>
      producer.mutation(api.safety.setBlocked, { userId, isBlocked: true }),
  },
  "follows:set": {
    run: ({ fan, rapper: { userId } }) =>
      fan.mutation(api.follows.set, { userId, isFollowed: true }),
  },
  "follows:set back": {
    run: ({ producer, rapper: { userId } }) =>
      producer.mutation(api.follows.set, { userId, isFollowed: false }),
    before: ({ producer, rapper: { userId } }) =>
      producer.mutation(api.follows.set, { userId, isFollowed: true }),
  },
  "profiles:update": {
    run: ({ rapper }) =>
      rapper.mutation(api.profiles.update, {
        ...{ username: `${rapper.username}x`, bio: "" },
        ...{ instagram: "", youtube: "" },
      }),
  },
  "profiles:setRole": {
    run: ({ rapper }) =>
      rapper.mutation(api.profiles.setRole, { role: "listener" }),
  },
  "leaving:deleteAccount": { run: ({ rapper }) => leave(rapper) },
  "leaving:deleteAccount, seven days later": {
    run: ({ rapper: { username } }) =>
      world.t.mutation(internal.leaving.removeNow, { username }),
    before: ({ rapper }) => leave(rapper),
  },
  "moderation:decide on the verse": { run: carryOut, before: decided(null) },
  "moderation:decide on the rapper": { run: carryOut, before: decided(1) },
};

const BEAT = {
  ...{ title: "Gully", genre: "Trap", bpm: 97, tags: [] },
  ...{ peaks: [0], durationMs: 20_000, extension: "mp3" as const },
};
const TAKE_MS = barStartMs({ bpm: BEAT.bpm, loopMs: BEAT.durationMs }, 9);
/** Of the first turn of a cypher of eight bars. */
const TAKE = {
  ...{ peaks: [1, 2], durationMs: TAKE_MS + TAIL_MS },
  section: { startBar: 1, bars: 8, atMs: 0, endMs: TAKE_MS },
};
const VERSE = {
  ...{ peaks: [1], durationMs: 1000, extension: "webm" as const },
  words: "two\nlines",
};

const anySound = () => crypto.getRandomValues(new Uint8Array(8));

/** As publishing does once a file is checked. */
async function makeStage(moderator: Person): Promise<Stage> {
  const [producer, rapper, fan, listener, ofBeat, ofVerse, storageId, takeId] =
    await Promise.all([
      world.join({ role: "producer" }),
      joinWithPassword(world, { role: "rapper" }),
      world.join({ role: "producer_rapper" }),
      world.join({ role: "listener" }),
      world.uploadBytes(anySound()),
      world.uploadBytes(anySound()),
      world.upload({ name: "verse-2s-live.webm", type: "audio/webm" }),
      world.upload({ name: "verse-2s-fragmented.mp4", type: "audio/mp4" }),
    ]);
  const { reserve } = internal.files;
  await Promise.all([
    producer.mutation(reserve, { kind: "beats", storageId: ofBeat }),
    rapper.mutation(reserve, { kind: "verses", storageId: ofVerse }),
  ]);
  const beat = { ...BEAT, storageId: ofBeat };
  const beatId = await producer.mutation(internal.beats.insert, beat);
  const verse = { ...VERSE, beatId, storageId: ofVerse };
  const [verseId, cypherId] = await Promise.all([
    rapper.mutation(internal.verses.insert, verse),
    cyphers().open(fan, beatId),
  ]);
  await cyphers().take(rapper, cypherId);
  const turn = { cypherId, turnNo: 1 };
  const cast = { producer, rapper, fan, listener, moderator };
  return { ...cast, beatId, verseId, cypherId, storageId, takeId, turn };
}

/** Expects that a call did what it should, or was refused with a known code. */
function problemOf(result: PromiseSettledResult<unknown>): string | null {
  if (result.status === "fulfilled") return null;
  const { reason } = result as { reason: unknown };
  if (!(reason instanceof ConvexError)) return String(reason);
  const { code } = reason.data as { code: string }; // or the next line says what it is
  return code in MESSAGES ? null : JSON.stringify(reason.data);
}

const names = Object.keys(ACTS);

/** While one decision about a verse is carried out, there is no other. */
const isOneCase = (...pair: string[]) =>
  new Set(pair).size === 2 &&
  pair.every((name) => name.startsWith("moderation:decide"));

const AT_ONCE = 8;

/**
 * What is about no item of others: accounts, uploads, what one has read. Nor the line
 * and the room of a live cypher: the one here is slow.
 */
const ELSEWHERE =
  /^(account|auth|bell|emailChanges|notices|rooms|sessions|uploads|cyphers:setLine|claims:(answer|create|read)|beats:create|profiles:create|leaving:d.*Kept|follows:markSeen|moderation:(acknowledge|undo))/;

test("every public write on an item is among the acts", () => {
  expect(publicWrites).toContain("votes:set");
  const acts = new Set(names.map((name) => name.split(/[ ,]/)[0]));
  const missing = publicWrites.filter(
    (name) => !acts.has(name) && !ELSEWHERE.test(name),
  );
  expect(missing).toEqual([]);
});

/** Returns the jobs that have failed, by id; mails fail, as there is no server for them. */
const failedJobs = () =>
  world.t.run(async ({ db }) => {
    const jobs = await db.system.query("_scheduled_functions").collect();
    const failed = jobs.filter(
      ({ state, name }) => state.kind === "failed" && !name.startsWith("mail"),
    );
    return new Map(failed.map(({ _id, name }) => [_id, name]));
  });

async function raceAll(
  pairs: readonly (readonly string[])[],
): Promise<string[]> {
  const moderator = await appoint(world, await world.join());
  const stages = new Map<string, Stage>();
  const problems: string[] = [];
  const failedBefore = await failedJobs();
  const waiting = [...pairs];
  const race = async () => {
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const stage = await makeStage(moderator);
      const name = pair.join(" + ");
      stages.set(name, stage);
      const acts = pair.map((one) => ACTS[one] as Act); // its own names
      for (const { before } of new Set(acts)) await before?.(stage);
      const results = await Promise.allSettled(
        acts.map(({ run }) => run(stage)),
      );
      for (const result of results) {
        const problem = problemOf(result);
        if (problem !== null) problems.push(`${name}: ${problem}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, race));
  await world.settle();
  await foldAll(world);
  for (const [id, name] of await failedJobs())
    if (!failedBefore.has(id)) problems.push(`The job ${name} failed.`);
  for (const text of await miscounts(world)) {
    const [id = ""] = text.split(":");
    const of = [...stages].find(([, stage]) =>
      JSON.stringify(stage).includes(id),
    );
    problems.push(`${of?.[0] ?? "?"}: ${text}`);
  }
  return problems;
}

test.each(names)(
  "%s and any other write at once: refusals are known, and every number is right",
  async (name) => {
    const pairs = names
      .slice(names.indexOf(name))
      .map((other) => [name, other] as const)
      .filter((pair) => !isOneCase(...pair));
    expect(await raceAll(pairs)).toEqual([]);
  },
);
