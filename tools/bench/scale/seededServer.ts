/** Starts a backend with the app's own functions and an invented population. */
import { ConvexHttpClient } from "convex/browser";
import { type FunctionArgs, makeFunctionReference } from "convex/server";
import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeTarget } from "../../../launcher/convexCli.ts";
import { deployFunctions } from "../../../launcher/deployFunctions.ts";
import { spawnBackend } from "../product.ts";
import { type Person, inventBeat, inventPerson } from "./population.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SEED_MODULE = "tools/bench/scale/seed/benchSeed";
const PEOPLE_PER_CALL = 100;
const BEATS_PER_CALL = 40;

export interface SeededServer {
  readonly url: string;
  readonly pid: number;
  /** Number of beats, and of people. */
  readonly size: number;
  readonly votes: number;
  readonly seedMs: number;
  readonly userIds: readonly string[];
  stop(): Promise<void>;
}

interface SeededBeat {
  producerId: string;
  voterIds: string[];
  title: string;
  genre: string;
  state: string;
  createdAt: number;
}

const uploadUrl = makeFunctionReference<
  "mutation",
  Record<string, never>,
  string
>("benchSeed:uploadUrl");
const addPeople = makeFunctionReference<
  "mutation",
  { people: Person[] },
  string[]
>("benchSeed:addPeople");
const addBeats = makeFunctionReference<
  "mutation",
  { storageId: string; beats: SeededBeat[] },
  string[]
>("benchSeed:addBeats");

export async function startSeededServer(size: number): Promise<SeededServer> {
  const startedAtMs = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-scale-"));
  const { child, port } = await spawnBackend(dataDir);
  const url = `http://127.0.0.1:${port}`;
  const adminKey = (await readFile(join(dataDir, "admin_key"), "utf8")).trim();
  await deploy({ url, adminKey, dataDir });
  const seeder = new Seeder(url, adminKey);
  const userIds = await seeder.addPeople(size);
  const votes = await seeder.addBeats(size, userIds);
  const seedMs = performance.now() - startedAtMs;
  const stop = () => end(child, dataDir);
  return { url, pid: pidOf(child), size, votes, seedMs, userIds, stop };
}

/** Deploys a copy of the app's functions, plus those that seed. */
export async function deploy(target: {
  url: string;
  adminKey: string;
  dataDir: string;
}): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "gully-bench-app-"));
  await cp(join(ROOT, "convex"), join(root, "convex"), { recursive: true });
  for (const file of ["package.json", "convex.json", `${SEED_MODULE}.ts`]) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await cp(join(ROOT, file), join(root, file));
  }
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  await writeFile(
    join(root, "convex/benchSeed.ts"),
    `export * from "../${SEED_MODULE}";\n`,
  );
  await writeTarget(target);
  await deployFunctions(root, target);
  await rm(root, { recursive: true, force: true });
}

class Seeder {
  readonly #client: AdminHttpClient;

  constructor(url: string, adminKey: string) {
    this.#client = new AdminHttpClient(url, { logger: false });
    this.#client.setAdminAuth(adminKey);
  }

  async addPeople(count: number): Promise<string[]> {
    const userIds: string[] = [];
    for (let i = 0; i < count; i += PEOPLE_PER_CALL) {
      const people = range(i, Math.min(i + PEOPLE_PER_CALL, count)).map(
        inventPerson,
      );
      userIds.push(...(await this.#client.mutation(addPeople, { people })));
    }
    return userIds;
  }

  /** Returns the total number of votes. */
  async addBeats(count: number, userIds: readonly string[]): Promise<number> {
    const storageId = await this.#storeAudio();
    const producers = range(0, userIds.length).filter((i) =>
      inventPerson(i).role.startsWith("producer"),
    );
    let votes = 0;
    for (let i = 0; i < count; i += BEATS_PER_CALL) {
      const beats = range(i, Math.min(i + BEATS_PER_CALL, count)).map((n) =>
        seededBeat(n, producers, userIds),
      );
      votes += beats.reduce((sum, beat) => sum + beat.voterIds.length, 0);
      await this.#client.mutation(addBeats, { storageId, beats });
    }
    return votes;
  }

  /** Stores one file for all beats, because no figure here is about audio. */
  async #storeAudio(): Promise<string> {
    const url = await this.#client.mutation(uploadUrl, {});
    const answer = await fetch(url, { method: "POST", body: "audio" });
    // Upload URLs always answer with this.
    const { storageId } = (await answer.json()) as { storageId: string };
    return storageId;
  }
}

function seededBeat(
  n: number,
  producers: readonly number[],
  userIds: readonly string[],
): FunctionArgs<typeof addBeats>["beats"][number] {
  const idOf = (person: number) => {
    const userId = userIds[person];
    if (userId === undefined) throw new Error(`There is no person ${person}.`);
    return userId;
  };
  const { producer, voters, ...beat } = inventBeat(
    n,
    producers,
    userIds.length,
  );
  const voterIds = voters.map(idOf);
  return { ...beat, producerId: idOf(producer), voterIds };
}

/**
 * Adds the method with which the official CLI calls internal functions. It is
 * missing from the public types.
 */
export class AdminHttpClient extends ConvexHttpClient {
  declare setAdminAuth: (
    adminKey: string,
    identity?: { issuer: string; subject: string; tokenIdentifier: string },
  ) => void;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error("The server has no process.");
  return pid;
}

async function end(child: ChildProcess, dataDir: string): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}
