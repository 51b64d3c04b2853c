/// <reference types="vite/client" />
import { convexTest, type TestConvex } from "convex-test";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { ConvexError } from "convex/values";
import { readFile } from "node:fs/promises";
import { expect, onTestFinished, TestRunner } from "vitest";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import { api } from "../_generated/api";
import schema from "../schema";
import type { BeatFacts } from "../shared/beatFacts";
import type { Grid } from "../shared/bars";
import type { StoredLoudness } from "../shared/loudness";
import { MESSAGES, type ErrorCode } from "../shared/messages";
import type { Role } from "../shared/roles";
import type { PlacedSection } from "../shared/sections";
import { testMakers } from "./test.makers";

const modules = {
  ...import.meta.glob([
    "../**/*.{ts,js}",
    "!../**/*.test.ts",
    "!../**/*.d.ts",
    "!../testing/**",
    "!../convex.config.ts",
    "!../auth.config.ts",
  ]),
  "../testMakers.ts": () => import("./test.makers"),
};

type Callable<Type extends "query" | "mutation" | "action"> = FunctionReference<
  Type,
  "public" | "internal"
>;

/** The calls of one client, signed in or not. */
export interface Client {
  query<F extends Callable<"query">>(
    reference: F,
    args: FunctionArgs<F>,
  ): Promise<FunctionReturnType<F>>;
  mutation<F extends Callable<"mutation">>(
    reference: F,
    args: FunctionArgs<F>,
  ): Promise<FunctionReturnType<F>>;
  action<F extends Callable<"action">>(
    reference: F,
    args: FunctionArgs<F>,
  ): Promise<FunctionReturnType<F>>;
  /** Calls an HTTP action. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface Person extends Client {
  userId: Id<"users">;
  username: string;
}

export interface PersonOptions {
  username?: string;
  role?: Role;
  state?: string;
  isConfirmed?: boolean;
  hasProfile?: boolean;
}

export type World = Awaited<ReturnType<typeof makeEmptyWorld>>;

/**
 * Makes a deployment without people, with access to rows and files that the
 * public functions hide. A deployment that is made in a test ends with that
 * test: jobs that are still scheduled would otherwise run in the next one.
 */
export async function makeEmptyWorld() {
  const t = convexTest(schema, modules);
  if (TestRunner.getCurrentTest()) onTestFinished(() => end(t));
  return {
    t,
    stranger: asClient(t),
    join: (options: PersonOptions = {}) => joinWorld(t, options),
    /** Returns a client that uses the token from a sign-in. */
    bearer: (token: string) => asClient(t.withIdentity(claimsOf(token))),
    settle: () => settle(t),
    end: () => end(t),
    /** Returns all rows of a table. */
    rows: <Table extends TableNames>(table: Table): Promise<Doc<Table>[]> =>
      t.query(testMakers.rows, { table }),
    /**
     * Returns the time of the newest person. A test that moves the clock starts
     * here: no row is dated before an older one, whatever the clock says, and an
     * earlier test may have moved it forward.
     */
    newestPersonAt: () =>
      t.run(async (ctx) => {
        const newest = await ctx.db.query("users").order("desc").first();
        return newest?._creationTime ?? Date.now();
      }),
    storedFiles: () =>
      t.run(async (ctx) => ctx.db.system.query("_storage").collect()),
    upload: (file: Upload) => storeFile(t, file),
    uploadBytes: (bytes: Uint8Array<ArrayBuffer>) =>
      t.run((ctx) => ctx.storage.store(new Blob([bytes]))),
    publishBeat: (person: Person, fields?: BeatFields) =>
      publishBeat(t, person, fields),
    publishVerse: (person: Person, beatId: Id<"beats">, fields?: VerseFields) =>
      publishVerse(t, person, beatId, fields),
  };
}

/** The real timer, which works with a faked clock too. */
const { setTimeout: startTimer } = globalThis;
const MOST_TURNS = 100;

/**
 * Waits for scheduled functions that are due now, even if they have not
 * started. Gives up on functions that wait for a clock which stands still.
 */
async function settle(t: TestConvex<typeof schema>): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    await t.finishInProgressScheduledFunctions();
    const nowMs = Date.now();
    if (!(await t.query(testMakers.hasDueJob, { nowMs }))) return;
    await new Promise((resolve) => startTimer(resolve, 1));
  }
}

/**
 * Settles, and cancels functions that would run later, such as a mail that is
 * sent again after ten seconds: they would run during the next test.
 */
async function end(t: TestConvex<typeof schema>): Promise<void> {
  await settle(t);
  await t.mutation(testMakers.cancelJobs, {});
}

/**
 * Makes a deployment with one person of each role, and two people who may not
 * write yet.
 */
export async function makeWorld() {
  const world = await makeEmptyWorld();
  const { join } = world;
  return {
    ...world,
    asProducer: await join({ role: "producer", username: "producer" }),
    asRapper: await join({ role: "rapper", username: "rapper" }),
    asBoth: await join({ role: "producer_rapper", username: "both" }),
    asListener: await join({ role: "listener", username: "listener" }),
    asUnconfirmed: await join({
      role: "producer_rapper",
      username: "unconfirmed",
      isConfirmed: false,
    }),
    asNameless: await join({ username: "nameless", hasProfile: false }),
  };
}

/** The world that `makeWorld` returns. */
export type PeopledWorld = Awaited<ReturnType<typeof makeWorld>>;

interface Upload {
  name: string;
  type?: string;
}

interface BeatFields extends Partial<BeatFacts> {
  grid?: Grid;
  key?: string;
}

interface VerseFields {
  words?: string;
  wordStartsMs?: number[];
  loudness?: StoredLoudness;
  section?: PlacedSection;
  answersId?: Id<"verses">;
}

/** Reads a file from testing/audio. */
export const audioBytes = async (name: string) =>
  new Uint8Array(await readFile(`convex/testing/audio/${name}`));

/** Expects an error meant for people, with this code and its exact text. */
export async function expectRefusal(
  attempt: Promise<unknown>,
  code: ErrorCode,
): Promise<void> {
  expect(await reasonBy(attempt)).toEqual({ code, message: MESSAGES[code] });
}

/**
 * Returns the data of a ConvexError. Throws anything else, because it is a bug.
 */
export async function reasonBy(attempt: Promise<unknown>): Promise<unknown> {
  const error: unknown = await attempt.then(
    () => new Error("it was allowed"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConvexError)) throw error;
  // convex-test passes on the data of nested calls as text.
  const data: unknown = error.data;
  return typeof data === "string" ? JSON.parse(data) : data;
}

export function reasonOf(result?: PromiseSettledResult<unknown>): Error {
  if (result?.status !== "rejected") throw new Error("it was not refused");
  return result.reason as Error; // every rejection here is an Error
}

type Test = TestConvex<typeof schema>;

/**
 * Returns the same client with simpler types: convex-test types the arguments
 * of calls as a rest list.
 */
function asClient(
  t: Pick<Test, "query" | "mutation" | "action" | "fetch">,
): Client {
  const client = t as unknown as Client;
  return {
    query: (reference, args) => client.query(reference, args),
    mutation: (reference, args) => client.mutation(reference, args),
    action: (reference, args) => client.action(reference, args),
    fetch: (path, init) => client.fetch(path, init),
  };
}

function claimsOf(token: string): { subject: string } {
  const payload = token.split(".")[1] ?? "";
  const claims: unknown = JSON.parse(atob(payload));
  return { subject: (claims as { sub: string }).sub }; // the form Convex Auth signs
}

let people = 0;

async function joinWorld(t: Test, options: PersonOptions): Promise<Person> {
  const { role = "listener", isConfirmed = true, hasProfile = true } = options;
  const username = options.username ?? `person${++people}`;
  const state = role === "listener" ? "" : (options.state ?? "Kerala");
  const ids = await t.mutation(testMakers.join, {
    ...{ username, isConfirmed },
    profile: hasProfile ? { role, state } : null,
  });
  const subject = `${ids.userId}|${ids.sessionId}`;
  const client = asClient(t.withIdentity({ subject }));
  return { ...client, userId: ids.userId, username };
}

async function storeFile(
  t: Test,
  { name, type = "" }: Upload,
): Promise<Id<"_storage">> {
  const blob = new Blob([await audioBytes(name)], { type });
  return t.run((ctx) => ctx.storage.store(blob));
}

async function publishBeat(t: Test, person: Person, fields: BeatFields = {}) {
  const name = "beat-97bpm-short-2s.mp3";
  const storageId = await storeFile(t, { name, type: "audio/mpeg" });
  return person.action(api.beats.create, {
    title: "Gully",
    genre: "Trap",
    bpm: 97,
    tags: [],
    ...fields,
    storageId,
    peaks: [0, 128, 255],
  });
}

async function publishVerse(
  t: Test,
  person: Person,
  beatId: Id<"beats">,
  fields: VerseFields = {},
) {
  const name = "verse-2s-live.webm";
  const storageId = await storeFile(t, { name, type: "audio/webm" });
  const verse = { beatId, storageId, peaks: [1, 2], durationMs: 1, ...fields };
  return person.action(api.verses.create, verse);
}
