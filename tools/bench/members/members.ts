/**
 * Prepares a deployment of the app's own functions with one beat and many
 * members, who all have a session. Every run gets a fresh copy of it.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { SignJWT, importPKCS8 } from "jose";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AdminClient } from "../../../launcher/adminClient.ts";
import { loadAuthKeys } from "../../../launcher/authKeys.ts";
import { SITE_ORIGIN, endProcess, spawnBackend } from "../product.ts";
import { inventPerson } from "../scale/population.ts";
import { AdminHttpClient, deploy } from "../scale/seededServer.ts";
import type { Members } from "../setting.ts";

export const VIEWERS = 1_000;
export const VOTERS = 6_000;

const PEOPLE_PER_CALL = 100;
const OTHER_BEATS = 300;
const BEATS_PER_CALL = 50;

interface Seeder {
  readonly client: AdminHttpClient;
  readonly port: number;
}

const call = <Args extends Record<string, unknown>, Result>(name: string) =>
  makeFunctionReference<"mutation", Args, Result>(`benchSeed:${name}`);

const addPeople = call<{ people: object[] }, string[]>("addPeople");
const openSessions = call<{ userIds: string[] }, string[]>("openSessions");
const uploadUrl = call<Record<string, never>, string>("uploadUrl");
const addBeats = call<{ storageId: string; beats: object[] }, string[]>(
  "addBeats",
);

export async function makeMembers(): Promise<Members> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-members-"));
  const { child, port } = await spawnBackend(dataDir);
  const url = `http://127.0.0.1:${port}`;
  const adminKey = (await readFile(join(dataDir, "admin_key"), "utf8")).trim();
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
  const client = new AdminHttpClient(url, { logger: false });
  client.setAdminAuth(adminKey);
  const seeder = { client, port };
  const beatId = await seedBeats(seeder);
  const tokens = await seedListeners(seeder, keys.JWT_PRIVATE_KEY);
  const tokensFile = join(dataDir, "tokens.txt");
  await writeFile(tokensFile, tokens.join("\n"));
  const page = await sizeOfUpdate(url, beatId);
  await endProcess(child);
  return { dataDir, beatId, tokensFile, jwks: keys.JWKS, messageBytes: page };
}

export async function removeMembers({ dataDir }: Members): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

/** Returns the one that is voted on; the others make the lists long. */
async function seedBeats({ client }: Seeder): Promise<string> {
  const producer = { username: "producer", role: "producer", state: "Delhi" };
  const [producerId] = await client.mutation(addPeople, { people: [producer] });
  const answer = await fetch(await client.mutation(uploadUrl, {}), {
    method: "POST",
    body: "audio",
  });
  // Upload URLs always answer with this.
  const { storageId } = (await answer.json()) as { storageId: string };
  const beatAt = (n: number) => ({
    producerId,
    voterIds: [],
    title: `Beat ${n}`,
    genre: "Trap",
    state: "Delhi",
    createdAt: 1_700_000_000_000 + n,
  });
  let last = "";
  for (let from = 0; from < OTHER_BEATS; from += BEATS_PER_CALL) {
    const beats = Array.from({ length: BEATS_PER_CALL }, (_, i) =>
      beatAt(from + i),
    );
    const ids = await client.mutation(addBeats, { storageId, beats });
    last = ids.at(-1) ?? last;
  }
  return last;
}

/** Returns a token of each. */
async function seedListeners(
  { client }: Seeder,
  privateKey: string,
): Promise<string[]> {
  const key = await importPKCS8(privateKey, "RS256");
  const tokens: string[] = [];
  while (tokens.length < VIEWERS + VOTERS) {
    const people = Array.from({ length: PEOPLE_PER_CALL }, (_, i) => ({
      username: inventPerson(tokens.length + i).username,
      role: "listener",
      state: "",
    }));
    const userIds = await client.mutation(addPeople, { people });
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

/** Returns about how long the message is that shows a vote. */
async function sizeOfUpdate(url: string, beatId: string): Promise<number> {
  const get = makeFunctionReference<"query", { beatId: string }, unknown>(
    "beats:get",
  );
  const beat = await new ConvexHttpClient(url).query(get, { beatId });
  return JSON.stringify(beat).length + ENVELOPE_BYTES;
}

/** Of a Transition with one result. */
const ENVELOPE_BYTES = 260;
