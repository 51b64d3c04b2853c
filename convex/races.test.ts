/**
 * Runs every two public writes on one item at once, as only a real backend can.
 * Each pair has its own item and people; then every number is counted again.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { sha256 } from "./model/sha256";
import { DAY_MS } from "./shared/limits";
import { LIMIT_VARIABLES } from "./shared/rateLimits";
import { CLAIM } from "./testing/test.claims";
import { cyphersOf } from "./testing/test.cyphers";
import { appoint, decide } from "./testing/test.cases";
import { foldAll } from "./testing/test.folds";
import { leave } from "./testing/test.leaver";
import { publicWrites } from "./testing/test.publicWrites";
import { failedJobs, miscounts, problemOf } from "./testing/test.recount";
import "./testing/test.quickHashes";
import {
  idleMic,
  makeStage,
  type Setting,
  type Stage,
  TAKE,
} from "./testing/test.stage";
import { makeEmptyWorld, type Person, type World } from "./testing/test.world";

interface Act {
  readonly run: (stage: Stage) => Promise<unknown>;
  /** Prepares what the call needs. */
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

const hear =
  (who: "fan" | "listener"): Act["run"] =>
  (stage) =>
    stage[who].mutation(api.ears.record, { contentId: stage.verseId });

const job =
  (name: "timeUp" | "noShow"): Act["run"] =>
  ({ turn }) =>
    world.t.mutation(internal.cyphers[name], {
      ...turn,
      plannedAt: Date.now(),
    });

const cyphers = () => cyphersOf(world);

const pendings = new WeakMap<Stage, Id<"pendingDecisions">>();

const decided = (suspension: 1 | null) => async (stage: Stage) => {
  const { verseId, listener, moderator } = stage;
  const number = await listener.mutation(api.safety.report, {
    ...{ subjectType: "verse", subjectId: verseId },
    ...{ reason: "spam", text: "Listen." },
  });
  const cases = await world.rows("cases");
  const opened = cases.find((one) => one.number === number);
  if (!opened) throw new Error("no such case");
  const decision = suspension ? "suspend" : "remove";
  const given = { decision, suspension } as const;
  pendings.set(stage, await decide(moderator, opened._id, given));
};

const carryOut = (stage: Stage) => {
  const pendingId = pendings.get(stage);
  if (!pendingId) throw new Error("nothing is decided");
  return world.t.mutation(internal.moderation.carryOut, { pendingId });
};

/** The calls; those of one function differ in the words after its name. */
const ACTS: Record<string, Act> = {
  "votes:set on the beat": { run: vote("beat", true) },
  "votes:set back": { run: vote("beat", false), before: vote("beat", true) },
  "votes:set on the verse": { run: vote("verse", true) },
  "ears:record": { run: hear("fan") },
  "ears:record by the listener": { run: hear("listener") },
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
  "cyphers:timeUp": { run: job("timeUp") },
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
          ...{ language: "en", number: null },
          codeHash: sha256(sha256(verseId)),
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

const join = ({ fan, cypherId }: Stage) => cyphers().join(fan, cypherId);

async function leaveRoom({ cypherId }: Stage, person: Person) {
  const { sessionToken } = await cyphers().here(person, cypherId);
  await world.stranger.mutation(api.rooms.leave, { sessionToken });
}

/** Puts the fan in line, and takes one of the two out of the room. */
const joinWithout = (who: "fan" | "rapper") => async (stage: Stage) => {
  await join(stage);
  await leaveRoom(stage, stage[who]);
};

/** Calls by or about the fan, who is in the room, and may be in line. */
const LINE_ACTS: Record<string, Act> = {
  "cyphers:setLine": { run: join },
  "cyphers:setLine back": {
    run: ({ fan, cypherId }) => cyphers().join(fan, cypherId, false),
    before: join,
  },
  "rooms:here": {
    run: ({ fan, cypherId }) => cyphers().here(fan, cypherId),
    before: joinWithout("fan"),
  },
  "rooms:leave": {
    run: (stage) => leaveRoom(stage, stage.fan),
    before: join,
  },
  "rooms:here of the rapper, who has the mic": {
    run: ({ rapper, cypherId }) => cyphers().here(rapper, cypherId),
    before: joinWithout("rapper"),
  },
  "safety:setBlocked on the fan": {
    run: ({ producer, fan: { userId } }) =>
      producer.mutation(api.safety.setBlocked, { userId, isBlocked: true }),
    before: join,
  },
  "profiles:setRole of the fan": {
    run: ({ fan }) => fan.mutation(api.profiles.setRole, { role: "producer" }),
    before: join,
  },
  "cyphers:noShow": {
    run: job("noShow"),
    before: joinWithout("rapper"),
  },
};

const OPENING: Record<string, Act> = {
  "cyphers:openAt": {
    run: ({ cypherId }) =>
      world.t.mutation(internal.cyphers.openAt, { cypherId }),
  },
};

/** These calls take the mic from the rapper, give it more time, or end the cypher. */
const MIC_ACTS = [
  "cyphers:pass",
  "cyphers:sending",
  "cyphers:timeUp",
  "cyphers:end",
  "verses:create for the turn",
  "beats:remove",
  "leaving:deleteAccount",
  "moderation:decide on the rapper",
];

const names = Object.keys(ACTS);
const lineNames = Object.keys(LINE_ACTS);

/** True for two decisions about a verse: only one can be carried out. */
const isOneCase = (...pair: string[]) =>
  new Set(pair).size === 2 &&
  pair.every((name) => name.startsWith("moderation:decide"));

const AT_ONCE = 8;

/** Functions that concern only the caller: accounts, uploads, reading marks. */
const ELSEWHERE =
  /^(account|auth|bell|emailChanges|notices|sessions|uploads|claims:(answer|create|read)|beats:create|profiles:create|leaving:d.*Kept|follows:markSeen|moderation:(acknowledge|undo))/;

test("every public write on an item is among the acts", () => {
  expect(publicWrites).toContain("votes:set");
  const acts = new Set(
    [...names, ...lineNames].map((name) => name.split(/[ ,]/)[0]),
  );
  const missing = publicWrites.filter(
    (name) => !acts.has(name) && !ELSEWHERE.test(name),
  );
  expect(missing).toEqual([]);
});

async function raceAll(
  pairs: readonly (readonly string[])[],
  setting: Setting,
): Promise<string[]> {
  const moderator = await appoint(world, await world.join());
  const stages = new Map<string, Stage>();
  const problems: string[] = [];
  const failedBefore = await failedJobs(world);
  const waiting = [...pairs];
  const race = async () => {
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const stage = await makeStage(world, moderator, setting);
      const name = pair.join(" + ");
      stages.set(name, stage);
      const all = { ...ACTS, ...LINE_ACTS, ...OPENING };
      const acts = pair.map((one) => all[one] as Act); // their own names
      for (const { before } of new Set(acts)) await before?.(stage);
      // On a slow machine, the fan's place in the room may have run out.
      if (setting !== "slow" && !name.includes("rooms:"))
        await cyphers().here(stage.fan, stage.cypherId);
      const results = await Promise.allSettled(
        acts.map(({ run }) => run(stage)),
      );
      const found = [...results.map(problemOf), await idleMic(world, stage)];
      for (const problem of found)
        if (problem !== null) problems.push(`${name}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, race));
  await world.settle();
  await foldAll(world);
  for (const [id, name] of await failedJobs(world))
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
    expect(await raceAll(pairs, "slow")).toEqual([]);
  },
);

test.each(lineNames)(
  "%s and any other write on the line or the mic of a live cypher at once: the same holds, and no mic lies idle",
  async (name) => {
    const later = lineNames.slice(lineNames.indexOf(name));
    const pairs = [
      ...later.map((other) => [name, other]),
      // The call that is sent first usually wins: run both orders.
      ...MIC_ACTS.flatMap((other) => [
        [name, other],
        [other, name],
      ]),
    ];
    expect(await raceAll(pairs, "live")).toEqual([]);
  },
);

test("an announced cypher opens at once with any other write on it: the same holds", async () => {
  const others = [...lineNames, "cyphers:end", "cyphers:watch", "beats:remove"];
  const pairs = others.flatMap((other) => [
    ["cyphers:openAt", other],
    [other, "cyphers:openAt"],
  ]);
  expect(await raceAll(pairs, "announced")).toEqual([]);
});
