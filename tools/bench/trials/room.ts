import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { openCypher } from "../../demo/publishFunctions.ts";
import { adminOf, readAdminKey } from "../members/circle.ts";
import type { AdminHttpClient } from "../scale/seededServer.ts";
import { VIEWERS, openSessions } from "../members/members.ts";
import { median } from "../median.ts";
import { processCpuMs, residentBytes } from "../procfs.ts";
import type { Members } from "../setting.ts";
import { startProductOn } from "../systems.ts";
import { membersOf, onCopy, queriesOfPage, watched } from "./membersVote.ts";
import type { Trial } from "./trial.ts";

const AT_ONCE = 20;
/** How long people are in the room before the measurement begins. */
const SETTLE_MS = 20_000;
const REST_MS = 60_000;
const VOTES = 300;

interface Beat {
  readonly id: string;
  readonly producer: { readonly userId: string };
}

const listBeats = makeFunctionReference<
  "query",
  { sort: "recent"; genre: null; state: null; page: number },
  { items: Beat[] }
>("beats:list");
const here = makeFunctionReference<
  "mutation",
  { cypherId: string; sessionId: string },
  { intervalMs: number }
>("rooms:here");
const setVote = makeFunctionReference<
  "mutation",
  { contentType: "beat"; contentId: string; voted: boolean }
>("votes:set");

/** What many people in the room of a live cypher cost, and what they cost others. */
export const room: Trial = {
  name: "room",
  floor: "as many members on the page of the same beat",
  maxPairs: 3,
  needsMembers: true,
  lines: [
    {
      title: "Processor time of a server with 1,000 people in a room, at rest",
      figure: "percentOfCore",
      unit: "% of a core",
      aim: { of: "product", atMost: 5 },
    },
    {
      title: "Its memory for each of them",
      figure: "kilobytesEach",
      unit: "KB",
      aim: { of: "ratio", atMost: 1.15 },
    },
    {
      title: "A vote on another beat meanwhile, until it is answered (p50)",
      figure: "voteP50Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 1.1 },
    },
    {
      title: "Such a vote (p99)",
      figure: "voteP99Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 1.3 },
    },
  ],
  measure(system, setting) {
    const members = membersOf(setting);
    return onCopy(
      members.dataDir,
      (dir) => startProductOn(dir, setting),
      async ({ target, pid }, dir) => {
        const url = `http://127.0.0.1:${target.port}`;
        const admin = await adminOf(url, dir);
        const beat = await otherBeat(admin, members);
        const cypherId =
          system === "product" ? await openRoom(admin, dir, beat) : null;
        const tokens = (await readFile(members.tokensFile, "utf8")).split("\n");
        const beforeBytes = residentBytes(pid);
        const people: Person[] = [];
        for (let from = 0; from < VIEWERS; from += AT_ONCE) {
          const more = tokens
            .slice(from, from + AT_ONCE)
            .map((token) => new Person(url, token));
          people.push(...more);
          await Promise.all(
            more.map((person) =>
              cypherId === null
                ? person.watch(queriesOfBeat({ ...members, beatId: beat.id }))
                : person.enter(cypherId),
            ),
          );
        }
        await pause(SETTLE_MS);
        const kilobytesEach =
          (residentBytes(pid) - beforeBytes) / VIEWERS / 1024;
        const startedCpuMs = processCpuMs(pid);
        await pause(REST_MS);
        const restCpuMs = processCpuMs(pid) - startedCpuMs;
        const voters = tokens.slice(VIEWERS, VIEWERS + VOTES);
        const votes = await voteInTurn(url, voters, members.beatId);
        for (const person of people) await person.close();
        return {
          percentOfCore: (100 * restCpuMs) / REST_MS,
          kilobytesEach,
          voteP50Ms: median(votes),
          voteP99Ms: votes.toSorted((a, b) => a - b)[0.99 * VOTES] ?? NaN,
        };
      },
    );
  },
};

/** What the page of a live cypher watches. */
const queriesOfRoom = (cypherId: string) => [
  watched("viewer:get"),
  watched("leaving:notices"),
  watched("account:supportEmail"),
  watched("bell:unread"),
  watched("cyphers:get", { cypherId }),
  watched("cyphers:mine", { cypherId }),
  watched("rooms:get", { cypherId }),
];

/** All that the page of a beat watches for a member. */
const queriesOfBeat = (members: Members) => [
  ...queriesOfPage(members),
  watched("bell:unread"),
  watched("cyphers:onBeat", { beatId: members.beatId }),
  watched("beats:proof", { beatId: members.beatId }),
];

/** A beat that nobody votes on. */
async function otherBeat(
  client: AdminHttpClient,
  { beatId }: Members,
): Promise<Beat> {
  const choice = { sort: "recent", genre: null, state: null, page: 1 } as const;
  const { items } = await client.query(listBeats, choice);
  const beat = items.find(({ id }) => id !== beatId);
  if (!beat) throw new Error("There is no other beat.");
  return beat;
}

/** Starts a live cypher on a beat, as its producer. */
async function openRoom(
  client: AdminHttpClient,
  dir: string,
  { id: beatId, producer }: Beat,
): Promise<string> {
  const userIds = [producer.userId];
  const [subject = ""] = await client.mutation(openSessions, { userIds });
  const issuer = client.url;
  const identity = { issuer, subject, tokenIdentifier: subject };
  client.setAdminAuth(await readAdminKey(dir), identity);
  return client.mutation(openCypher, { beatId, bars: 8, pace: "live" });
}

/** A person with an open page of the app. */
class Person {
  readonly #client: ConvexClient;
  #next: NodeJS.Timeout | undefined;

  constructor(url: string, token: string) {
    const options = { skipConvexDeploymentUrlCheck: true, logger: false };
    this.#client = new ConvexClient(url, options);
    this.#client.setAuth(() => Promise.resolve(token));
  }

  /** Waits for the first result of each query. */
  async watch(queries: ReturnType<typeof queriesOfRoom>): Promise<void> {
    await Promise.all(
      queries.map(({ udfPath, args }) => {
        const query = makeFunctionReference<"query">(udfPath);
        return new Promise((shown, failed) => {
          this.#client.onUpdate(query, { ...args }, shown, failed);
        });
      }),
    );
  }

  /** Stays in a room, as its page does. */
  async enter(cypherId: string): Promise<void> {
    await this.watch(queriesOfRoom(cypherId));
    const sessionId = randomUUID();
    const stay = async () => {
      const answer = await this.#client.mutation(here, { cypherId, sessionId });
      this.#next = setTimeout(() => void stay(), answer.intervalMs);
    };
    await stay();
  }

  async close(): Promise<void> {
    clearTimeout(this.#next);
    await this.#client.close();
  }
}

/** Returns how long each vote took, in ms. */
async function voteInTurn(
  url: string,
  tokens: readonly string[],
  contentId: string,
): Promise<number[]> {
  const took: number[] = [];
  for (const token of tokens) {
    const client = new ConvexHttpClient(url, { logger: false });
    client.setAuth(token);
    const startedAtMs = performance.now();
    const vote = { contentType: "beat", contentId, voted: true } as const;
    await client.mutation(setVote, vote);
    took.push(performance.now() - startedAtMs);
  }
  return took;
}
