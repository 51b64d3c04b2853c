/**
 * Prepares a deployment of the app's own functions with one beat and many
 * members, who all have a session. Every run gets a fresh copy of it.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { SignJWT, importPKCS8 } from "jose";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AdminClient } from "../../../launcher/adminClient.ts";
import { loadAuthKeys } from "../../../launcher/authKeys.ts";
import { SITE_ORIGIN, endProcess, spawnBackend } from "../product.ts";
import { inventPerson } from "../scale/population.ts";
import { type AdminHttpClient, deploy } from "../scale/seededServer.ts";
import type { Members } from "../setting.ts";
import {
  addBeats,
  adminOf,
  fillCircle,
  readAdminKey,
  storeAudio,
} from "./circle.ts";

export const VIEWERS = 1_000;
export const VOTERS = 6_000;
/** Number of people, who all have a session. */
const PEOPLE = 10_300;
/** Number of people who follow the producer. The first of them have bells. */
const FOLLOWERS = 10_000;
const ROWS_OF_A_BELL = 20;

const PEOPLE_PER_CALL = 100;
const PROFILES = [
  { role: "listener", state: "" },
  { role: "rapper", state: "Delhi" },
  { role: "producer", state: "Delhi" },
];
const OTHER_BEATS = 300;
const BEATS_PER_CALL = 50;

const call = <Args extends Record<string, unknown>, Result>(name: string) =>
  makeFunctionReference<"mutation", Args, Result>(`benchSeed:${name}`);

const addPeople = call<{ people: object[] }, string[]>("addPeople");
export const openSessions = call<{ userIds: string[] }, string[]>(
  "openSessions",
);

export async function makeMembers(): Promise<Members> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-members-"));
  const { child, port } = await spawnBackend(dataDir);
  const url = `http://127.0.0.1:${port}`;
  const client = await adminOf(url, dataDir);
  const adminKey = await readAdminKey(dataDir);
  const target = { url, adminKey, dataDir };
  const keys = await loadAuthKeys(dataDir);
  const variables = {
    ...keys,
    SITE_URL: SITE_ORIGIN,
    // All voters share one address here, but not the members of a crowd.
    LIMIT_VOTE_PER_ORIGIN: "1000000",
  };
  await new AdminClient(target).setEnvironment(
    Object.entries(variables).map(([name, value]) => ({ name, value })),
  );
  await deploy(target);
  const { producerId, beatIds } = await seedBeats(client);
  const beatId = beatIds.at(-1) ?? "";
  const listeners = await addMembers(client);
  const tokensFile = join(dataDir, "tokens.txt");
  const tokens = await openAll(client, listeners, keys.JWT_PRIVATE_KEY);
  await writeFile(tokensFile, tokens.join("\n"));
  const messageBytes = await sizeOfUpdate(url, beatId);
  await endProcess(child);
  const circleDir = await mkdtemp(join(tmpdir(), "gully-bench-circle-"));
  await cp(dataDir, circleDir, { recursive: true });
  await fillCircle(circleDir, {
    ...{ producerId, bells: VIEWERS },
    followers: listeners.slice(0, FOLLOWERS),
    beatIds: beatIds.slice(0, ROWS_OF_A_BELL),
  });
  const dirs = { dataDir, circleDir, tokensFile };
  return { ...dirs, beatId, producerId, jwks: keys.JWKS, messageBytes };
}

export async function removeMembers({
  dataDir,
  circleDir,
}: Members): Promise<void> {
  for (const dir of [dataDir, circleDir])
    await rm(dir, { recursive: true, force: true });
}

/** The last beat is voted on; the others make the lists long. */
async function seedBeats(client: AdminHttpClient) {
  const producer = { username: "producer", role: "producer", state: "Delhi" };
  const [producerId = ""] = await client.mutation(addPeople, {
    people: [producer],
  });
  const storageId = await storeAudio(client);
  const beatAt = (n: number) => ({
    producerId,
    voterIds: [],
    title: `Beat ${n}`,
    genre: "Trap",
    state: "Delhi",
    createdAt: 1_700_000_000_000 + n,
  });
  const beatIds: string[] = [];
  for (let from = 0; from < OTHER_BEATS; from += BEATS_PER_CALL) {
    const beats = Array.from({ length: BEATS_PER_CALL }, (_, i) =>
      beatAt(from + i),
    );
    beatIds.push(...(await client.mutation(addBeats, { storageId, beats })));
  }
  return { producerId, beatIds };
}

async function addMembers(client: AdminHttpClient): Promise<string[]> {
  const userIds: string[] = [];
  while (userIds.length < PEOPLE) {
    const people = Array.from({ length: PEOPLE_PER_CALL }, (_, i) => ({
      username: inventPerson(userIds.length + i).username,
      ...profileOf(userIds.length + i),
    }));
    userIds.push(...(await client.mutation(addPeople, { people })));
  }
  return userIds;
}

/** Viewers have three roles; only listeners may vote. */
const profileOf = (member: number) =>
  PROFILES[member < VIEWERS ? member % PROFILES.length : 0];

/** Returns a token of each person. */
async function openAll(
  client: AdminHttpClient,
  people: readonly string[],
  privateKey: string,
): Promise<string[]> {
  const key = await importPKCS8(privateKey, "RS256");
  const tokens: string[] = [];
  while (tokens.length < people.length) {
    const next = tokens.length + PEOPLE_PER_CALL;
    const userIds = people.slice(tokens.length, next);
    const subjects = await client.mutation(openSessions, { userIds });
    tokens.push(...(await Promise.all(subjects.map((one) => sign(key, one)))));
  }
  return tokens;
}

const sign = (key: CryptoKey, subject: string) =>
  new SignJWT({})
    .setProtectedHeader({ alg: "RS256" })
    .setSubject(subject)
    .setIssuer(SITE_ORIGIN)
    .setAudience("convex")
    .setIssuedAt()
    .setExpirationTime("12h")
    .sign(key);

/** Returns the approximate length of the message that shows a vote. */
async function sizeOfUpdate(url: string, beatId: string): Promise<number> {
  const get = makeFunctionReference<"query", { beatId: string }, unknown>(
    "beats:get",
  );
  const beat = await new ConvexHttpClient(url).query(get, { beatId });
  return JSON.stringify(beat).length + ENVELOPE_BYTES;
}

/** Length of a Transition with one result, without the result itself. */
const ENVELOPE_BYTES = 260;
