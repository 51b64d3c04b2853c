import { makeFunctionReference } from "convex/server";
import { setTimeout as pause } from "node:timers/promises";
import {
  createVerse,
  openCypher,
  setLine,
} from "../tools/demo/publishFunctions.ts";
import { PEAKS, storeBytes } from "./content.ts";
import { noiseWav } from "./noiseVerse.ts";
import type { Person } from "./people.ts";

/** Eight bars at 300 BPM, and the tail. */
const VERSE_MS = 6_900;
const BEAT_MS = 5_000;

type CypherArgs = { cypherId: string };

const here = makeFunctionReference<
  "mutation",
  CypherArgs & { sessionId: string }
>("rooms:here");

const get = makeFunctionReference<
  "query",
  CypherArgs,
  {
    turnNo: number;
    mic: { holder: { userId: string } } | null;
    playing: { endsAt: number } | null;
    verses: unknown[];
  }
>("cyphers:get");

export const cypherAsStored = ({ client }: Person, cypherId: string) =>
  client.query(get, { cypherId });

/** A live cypher of eight bars, whose rappers have no browsers. */
export class LiveCypher {
  readonly #rappers: readonly Person[];
  readonly #beatId: string;
  readonly #cypherId: string;

  private constructor(
    rappers: readonly Person[],
    beatId: string,
    cypherId: string,
  ) {
    this.#rappers = rappers;
    this.#beatId = beatId;
    this.#cypherId = cypherId;
  }

  static async open(
    rappers: readonly Person[],
    beatId: string,
  ): Promise<LiveCypher> {
    const choice = { beatId, bars: 8, pace: "live" } as const;
    const cypherId = await rappers[0]?.client.mutation(openCypher, choice);
    if (!cypherId) throw new Error("Nobody starts the cypher");
    return new LiveCypher(rappers, beatId, cypherId);
  }

  get path(): string {
    return `/cyphers/${this.#cypherId}`;
  }

  /** Gets in line, sends a verse that begins with noise, and waits until it has been heard. */
  async rap(turn: number): Promise<void> {
    const rapper = this.#rappers[turn % this.#rappers.length];
    if (!rapper) throw new Error("Nobody raps");
    const { client } = rapper;
    const cypherId = this.#cypherId;
    await client.mutation(here, { cypherId, sessionId: rapper.username });
    await client.mutation(setLine, { cypherId, isInLine: true });
    const { turnNo, mic } = await client.query(get, { cypherId });
    if (!mic) throw new Error("The line did not give the mic");
    await client.action(createVerse, {
      beatId: this.#beatId,
      storageId: await storeBytes(
        rapper,
        "verses",
        "audio/wav",
        noiseWav(VERSE_MS),
      ),
      peaks: PEAKS,
      durationMs: VERSE_MS,
      turn: { cypherId, turnNo },
    });
    const { playing } = await client.query(get, { cypherId });
    if (!playing) throw new Error("The room does not play the verse");
    await pause(playing.endsAt + BEAT_MS - Date.now());
  }
}
