/**
 * Makes members of a deployment follow the producer, fills their bells, and lets the producer
 * publish.
 */
import { makeFunctionReference } from "convex/server";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { endProcess, spawnBackend } from "../product.ts";
import { AdminHttpClient } from "../scale/seededServer.ts";

const PEOPLE_PER_CALL = 50;

const addCircle = makeFunctionReference<
  "mutation",
  { userIds: readonly string[]; followedId: string; beatIds: readonly string[] }
>("benchSeed:addCircle");
const uploadUrl = makeFunctionReference<
  "mutation",
  Record<string, never>,
  string
>("benchSeed:uploadUrl");
export const addBeats = makeFunctionReference<
  "mutation",
  { storageId: string; beats: object[] },
  string[]
>("benchSeed:addBeats");

/** Begins to tell the followers of a person, as a publication does. */
export const spreadNews = makeFunctionReference<"mutation", { userId: string }>(
  "benchSeed:spreadNews",
);
/**
 * Returns whether the last follower of a person has news of what was published at the given time.
 */
export const hasNews = makeFunctionReference<
  "query",
  { userId: string; at: number },
  boolean
>("benchSeed:hasNews");

export async function readAdminKey(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "admin_key"), "utf8")).trim();
}

export async function adminOf(
  url: string,
  dataDir: string,
): Promise<AdminHttpClient> {
  const client = new AdminHttpClient(url, { logger: false });
  client.setAdminAuth(await readAdminKey(dataDir));
  return client;
}

interface Circle {
  readonly producerId: string;
  /** Members who all follow the producer. */
  readonly followers: readonly string[];
  /** How many followers have a bell, with a row about each beat. */
  readonly bells: number;
  readonly beatIds: readonly string[];
}

/** Fills the deployment in a data directory. */
export async function fillCircle(
  dataDir: string,
  { producerId: followedId, followers, bells, beatIds }: Circle,
): Promise<void> {
  const { child, port } = await spawnBackend(dataDir);
  const client = await adminOf(`http://127.0.0.1:${port}`, dataDir);
  for (let from = 0; from < followers.length; from += PEOPLE_PER_CALL)
    await client.mutation(addCircle, {
      userIds: followers.slice(from, from + PEOPLE_PER_CALL),
      followedId,
      beatIds: from < bells ? beatIds : [],
    });
  await endProcess(child);
}

export async function storeAudio(client: AdminHttpClient): Promise<string> {
  const answer = await fetch(await client.mutation(uploadUrl, {}), {
    method: "POST",
    body: "audio",
  });
  // Upload URLs always answer with this.
  return ((await answer.json()) as { storageId: string }).storageId;
}

/** Adds a beat of a person, and returns when it was published. */
export async function publishOne(
  client: AdminHttpClient,
  producerId: string,
): Promise<number> {
  const storageId = await storeAudio(client);
  const createdAt = Date.now();
  const beat = { title: "News", genre: "Trap", state: "Delhi" };
  const beats = [{ ...beat, producerId, voterIds: [], createdAt }];
  await client.mutation(addBeats, { storageId, beats });
  return createdAt;
}
