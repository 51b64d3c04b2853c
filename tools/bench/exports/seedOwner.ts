import { makeFunctionReference } from "convex/server";
import { randomBytes } from "node:crypto";
import { AdminHttpClient } from "../scale/seededServer.ts";

const FILE_BYTES = 3_000_000;
const ISSUER = "https://bench.example";

export interface Owner {
  readonly adminKey: string;
  readonly identity: {
    readonly issuer: string;
    readonly subject: string;
    readonly tokenIdentifier: string;
  };
  /** Paths of the stored files. */
  readonly paths: readonly string[];
}

const uploadUrl = makeFunctionReference<
  "mutation",
  Record<string, never>,
  string
>("benchSeed:uploadUrl");
const fileUrl = makeFunctionReference<
  "query",
  { storageId: string },
  string | null
>("benchSeed:fileUrl");
const addOwner = makeFunctionReference<
  "mutation",
  Record<string, never>,
  { userId: string; subject: string }
>("benchSeed:addOwner");
const addBeat = makeFunctionReference<
  "mutation",
  { userId: string; storageId: string; n: number },
  string
>("benchSeed:addBeat");
const addVerse = makeFunctionReference<
  "mutation",
  { userId: string; storageId: string; beatId: string; n: number }
>("benchSeed:addVerse");

/** Makes a person with this many beats and verses, each with its own file. */
export async function seedOwner(
  url: string,
  adminKey: string,
  { beats, verses }: { beats: number; verses: number },
): Promise<Owner> {
  const client = new AdminHttpClient(url, { logger: false });
  client.setAdminAuth(adminKey);
  const { userId, subject } = await client.mutation(addOwner, {});
  const paths: string[] = [];
  const store = async () => {
    const to = await client.mutation(uploadUrl, {});
    const body = randomBytes(FILE_BYTES);
    const answer = await fetch(to, { method: "POST", body });
    // Upload URLs always answer with this.
    const { storageId } = (await answer.json()) as { storageId: string };
    const stored = await client.query(fileUrl, { storageId });
    paths.push(new URL(stored ?? "", url).pathname);
    return storageId;
  };
  const beatIds: string[] = [];
  for (let n = 1; n <= beats; n++) {
    const storageId = await store();
    beatIds.push(await client.mutation(addBeat, { userId, storageId, n }));
  }
  for (let n = 1; n <= verses; n++) {
    const storageId = await store();
    const beatId = beatIds[n % beats] ?? "";
    await client.mutation(addVerse, { userId, storageId, beatId, n });
  }
  const tokenIdentifier = `${ISSUER}|${subject}`;
  const identity = { issuer: ISSUER, subject, tokenIdentifier };
  return { adminKey, identity, paths };
}
