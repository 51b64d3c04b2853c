/// <reference types="vite/client" />
import rateLimiter from "@convex-dev/rate-limiter/test";
import { convexTest, type TestConvex } from "convex-test";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { ConvexError } from "convex/values";
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import type { Doc, Id, TableNames } from "./_generated/dataModel";
import { api } from "./_generated/api";
import { createProfile } from "./model/profiles";
import schema from "./schema";
import { MESSAGES, type ErrorCode } from "./shared/messages";
import type { Role } from "./shared/roles";

const modules = import.meta.glob([
  "./**/*.{ts,js}",
  "!./**/*.test.ts",
  "!./**/*.d.ts",
  "!./test.*.ts",
  "!./convex.config.ts",
  "!./auth.config.ts",
]);

type Callable<Type extends "query" | "mutation" | "action"> = FunctionReference<
  Type,
  "public" | "internal"
>;

/** Someone at a client: a stranger, or a person who is signed in. */
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

/** A deployment without people, and the ways tests look behind the public functions. */
export async function makeEmptyWorld() {
  const t = convexTest(schema, modules);
  rateLimiter.register(t);
  return {
    t,
    stranger: asClient(t),
    join: (options: PersonOptions = {}) => joinWorld(t, options),
    /** The bearer of a token that a sign-in returned. */
    bearer: (token: string) => asClient(t.withIdentity(claimsOf(token))),
    /** Waits for what mutations have scheduled for now. */
    settle: () => t.finishInProgressScheduledFunctions(),
    /** All rows of a table. */
    rows: <Table extends TableNames>(table: Table): Promise<Doc<Table>[]> =>
      t.run((ctx) => ctx.db.query(table).collect()),
    storedFiles: () =>
      t.run(async (ctx) => ctx.db.system.query("_storage").collect()),
    upload: (file: Upload) => storeFile(t, file),
    uploadBytes: (bytes: Uint8Array<ArrayBuffer>) =>
      t.run((ctx) => ctx.storage.store(new Blob([bytes]))),
    publishBeat: (person: Person, fields?: BeatFields) =>
      publishBeat(t, person, fields),
    publishVerse: (person: Person, beatId: Id<"beats">) =>
      publishVerse(t, person, beatId),
  };
}

/** With one person of every role, and two who may not write yet. */
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

interface Upload {
  name: string;
  type?: string;
}

interface BeatFields {
  title?: string;
  genre?: string;
  bpm?: number;
  tags?: string[];
}

/** The bytes of a file of testing/audio. */
export const audioBytes = async (name: string) =>
  new Uint8Array(await readFile(`convex/testing/audio/${name}`));

/** Expects a refusal meant for people, by its code and its exact text. */
export async function expectRefusal(
  attempt: Promise<unknown>,
  code: ErrorCode,
): Promise<void> {
  expect(await reasonBy(attempt)).toEqual({ code, message: MESSAGES[code] });
}

/** The data of the refusal; anything else that is thrown is a bug, and thrown on. */
export async function reasonBy(attempt: Promise<unknown>): Promise<unknown> {
  const error: unknown = await attempt.then(
    () => new Error("it was allowed"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConvexError)) throw error;
  // convex-test hands the data of nested calls on as text
  const data: unknown = error.data;
  return typeof data === "string" ? JSON.parse(data) : data;
}

export function reasonOf(result?: PromiseSettledResult<unknown>): Error {
  if (result?.status !== "rejected") throw new Error("it was not refused");
  return result.reason as Error; // nothing else is thrown
}

type Test = TestConvex<typeof schema>;

/** The same calls; convex-test types their arguments as a rest list. */
function asClient(t: Pick<Test, "query" | "mutation" | "action">): Client {
  const client = t as unknown as Client;
  return {
    query: (reference, args) => client.query(reference, args),
    mutation: (reference, args) => client.mutation(reference, args),
    action: (reference, args) => client.action(reference, args),
  };
}

function claimsOf(token: string): { subject: string } {
  const payload = token.split(".")[1] ?? "";
  const claims: unknown = JSON.parse(atob(payload));
  return { subject: (claims as { sub: string }).sub }; // as Convex Auth signs it
}

let people = 0;

async function joinWorld(t: Test, options: PersonOptions): Promise<Person> {
  const { role = "listener", isConfirmed = true, hasProfile = true } = options;
  const username = options.username ?? `person${++people}`;
  const state = role === "listener" ? "" : (options.state ?? "Kerala");
  const ids = await t.run(async (ctx) => {
    const userId = await ctx.db.insert("users", {
      email: `${username}@example.com`,
      ...(isConfirmed ? { emailVerificationTime: Date.now() } : {}),
    });
    const expirationTime = Date.now() + 1e9;
    const session = { userId, expirationTime };
    const sessionId = await ctx.db.insert("authSessions", session);
    return { userId, sessionId };
  });
  if (hasProfile) {
    const fields = { username, role, state, instagram: "", youtube: "" };
    await t.run((ctx) => createProfile(ctx as never, ids.userId, fields));
  }
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
    fileName: name,
    peaks: [0, 128, 255],
  });
}

async function publishVerse(t: Test, person: Person, beatId: Id<"beats">) {
  const name = "verse-2s-live.webm";
  const storageId = await storeFile(t, { name, type: "audio/webm" });
  const verse = { beatId, storageId, peaks: [1, 2], durationMs: 1 };
  return person.action(api.verses.create, verse);
}
